/** The documentation site: its pages in reading order, and what becomes of links that lead out of `docs/`. */

import { readdirSync, readFileSync } from "node:fs";
import { posix } from "node:path";
import { defineConfig } from "vitepress";

/** Where the repository can be read; in GitHub Actions it is known, elsewhere such links become plain text. */
const { GITHUB_SERVER_URL, GITHUB_REPOSITORY, DOCS_REPOSITORY_URL } = process.env;
const repository =
  DOCS_REPOSITORY_URL ??
  (GITHUB_SERVER_URL && GITHUB_REPOSITORY ? `${GITHUB_SERVER_URL}/${GITHUB_REPOSITORY}/blob/main` : null);

const titleOf = (file: string) =>
  (/^# (.*)$/m.exec(readFileSync(new URL(`../${file}`, import.meta.url), "utf8"))?.[1] ?? file).replaceAll("\\", "");

const pagesOf = (folder: string, ...first: readonly string[]) =>
  readdirSync(new URL(`../${folder}`, import.meta.url))
    .filter((file) => file.endsWith(".md") && file !== "index.md")
    .map((file) => file.replace(/\.md$/, ""))
    .sort((a, b) => Number(first.includes(b)) - Number(first.includes(a)) || a.localeCompare(b))
    .map((page) => ({ text: titleOf(`${folder}/${page}.md`), link: `/${folder}/${page}` }));

export default defineConfig({
  title: "harness-lab",
  description: "An evaluation and A/B lab for agent harnesses: is this layer worth its cost?",
  cleanUrls: true,
  lastUpdated: false,
  markdown: {
    config(md) {
      md.core.ruler.push("links-out-of-docs", ({ tokens, env }) => {
        for (const { children } of tokens)
          for (const token of children ?? []) {
            const href = token.type === "link_open" ? token.attrGet("href") : null;
            if (!href || /^(?:[a-z]+:|#|\/)/.test(href)) continue;
            const [path = ""] = href.split("#");
            const target = posix.join(posix.dirname(`docs/${env.relativePath}`), path);
            if (target.startsWith("docs/")) continue;
            if (repository) token.attrSet("href", `${repository}/${target}`);
            else {
              // Without a repository to lead to, the words stand alone.
              token.tag = "span";
              token.attrs = null;
              const close = children?.find(
                (one, at) => one.type === "link_close" && at > children.indexOf(token),
              );
              if (close) close.tag = "span";
              token.type = "span_open";
              if (close) close.type = "span_close";
            }
          }
      });
    },
  },
  themeConfig: {
    search: { provider: "local" },
    outline: [2, 3],
    nav: [
      { text: "Tutorial", link: "/tutorial/first-verdict" },
      { text: "Statistics", link: "/statistics" },
      { text: "Formats", link: "/formats/scenario" },
      { text: "Flags", link: "/flags/" },
    ],
    sidebar: [
      {
        text: "Tutorial",
        items: [
          { text: "First verdict", link: "/tutorial/first-verdict" },
          { text: "First scenario of your own", link: "/tutorial/first-scenario" },
          { text: "First gate", link: "/tutorial/first-gate" },
          { text: "Tables and figures for a paper", link: "/paper" },
        ],
      },
      {
        text: "Reading a verdict",
        items: [
          { text: "Statistics without statistics", link: "/statistics" },
          { text: "Labels", link: "/labels" },
          { text: "Statistical decisions", link: "/decisions" },
        ],
      },
      { text: "Formats", collapsed: true, items: pagesOf("formats", "scenario", "experiment", "store", "events") },
      {
        text: "Flags",
        collapsed: true,
        items: [{ text: "All flags", link: "/flags/" }, ...pagesOf("flags")],
      },
      {
        text: "Behind it",
        collapsed: true,
        items: [...pagesOf("requirements", "layered", "thin", "longrun", "constants", "faults"), { text: "Extending the layered harness", link: "/extending-layered" }, { text: "Style", link: "/style" }],
      },
    ],
  },
});
