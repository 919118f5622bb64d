import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";

export default defineConfig({
  // Examples import the package by its name, as a user does.
  resolve: {
    alias: { "harness-ablate": fileURLToPath(new URL("./src/library/library.ts", import.meta.url)) },
  },
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
