import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    include: ["src/**/*.test.ts", "scripts/**/*.test.ts"],
    testTimeout: 30_000,
    pool: "forks",
    // Tests keep no state outside what they open, so files may share a worker; both halve the time on two cores.
    isolate: false,
    maxWorkers: "100%",
  },
});
