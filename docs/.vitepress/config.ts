/** The documentation site: its pages, in reading order. */

import { readdirSync } from "node:fs";
import { defineConfig } from "vitepress";

const pagesOf = (folder: string) =>
  readdirSync(new URL(`../${folder}`, import.meta.url))
    .filter((file) => file.endsWith(".md") && file !== "index.md")
    .sort()
    .map((file) => file.replace(/\.md$/, ""))
    .map((page) => ({ text: page, link: `/${folder}/${page}` }));

export default defineConfig({
  title: "harness-lab",
  description: "An evaluation and A/B lab for agent harnesses: is this layer worth its cost?",
  cleanUrls: true,
  // The pages read a file of the repository here and there; a reader of the site finds those on the code host.
  ignoreDeadLinks: false,
  themeConfig: {
    search: { provider: "local" },
    outline: [2, 3],
    sidebar: [
      {
        text: "Tutorial",
        items: [
          { text: "First verdict", link: "/tutorial/first-verdict" },
          { text: "First scenario of your own", link: "/tutorial/first-scenario" },
          { text: "First gate", link: "/tutorial/first-gate" },
        ],
      },
      { text: "Reading a verdict", items: [{ text: "Statistics without statistics", link: "/statistics" }, { text: "Statistical decisions", link: "/decisions" }] },
      { text: "Formats", items: pagesOf("formats") },
      { text: "Flags", items: pagesOf("flags") },
      { text: "Requirements", items: pagesOf("requirements") },
    ],
  },
});
