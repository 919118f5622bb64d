import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    include: ["src/**/*.test.ts", "scripts/**/*.test.ts"],
    // Wide enough for a machine that is busy with other things: a limit is there to end a hang.
    testTimeout: 120_000,
    hookTimeout: 120_000,
    pool: "forks",
    // Tests keep no state outside what they open, so files may share a worker; both halve the time on two cores.
    isolate: false,
    maxWorkers: "100%",
  },
});
