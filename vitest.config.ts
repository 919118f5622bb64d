import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";

export default defineConfig({
  // Examples import the package by its name, as a user does.
  resolve: {
    alias: { "harness-ablate": fileURLToPath(new URL("./src/library/library.ts", import.meta.url)) },
  },
  test: {
    // Wide enough for a machine that is busy with other things: a limit is there to end a hang.
    testTimeout: 600_000,
    hookTimeout: 600_000,
    pool: "forks",
    // Tests keep no state outside what they open, so files may share a worker; both halve the time on two cores.
    isolate: false,
    maxWorkers: "100%",
    projects: [
      {
        extends: true,
        test: {
          name: "main",
          include: ["src/**/*.test.ts", "scripts/**/*.test.ts"],
          exclude: ["**/*.slow.test.ts"],
        },
      },
      // Proofs over every scenario, or with processes of their own: long by nature, so .ci/run asks for them by name.
      {
        extends: true,
        test: { name: "slow", include: ["src/**/*.slow.test.ts", "scripts/**/*.slow.test.ts"] },
      },
    ],
  },
});
