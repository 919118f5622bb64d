/** Holds the folders to the architecture: who may import whom, where packages live, how files are named, and budgets. */

import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { HARNESS_IDS } from "./core/harness-id.ts";

const SRC = fileURLToPath(new URL(".", import.meta.url));

/** Folders of the harnesses; they never import one another. */
const HARNESSES = HARNESS_IDS.map((id) => `harnesses/${id}`);

/** ARCHITECTURE 2: what each folder may import besides itself. */
const MAY_IMPORT: Readonly<Record<string, readonly string[]>> = {
  core: [],
  llm: ["core"],
  tools: ["core"],
  "harnesses/contract": ["core", "llm", "tools"],
  ...Object.fromEntries(HARNESSES.map((folder) => [folder, ["core", "llm", "tools", "harnesses/contract"]])),
  scenario: ["core"],
  plan: ["core"],
  record: ["core"],
  rows: ["core"],
  analyse: ["core"],
  report: ["core"],
  grade: ["core", "llm"],
  run: ["core", "llm", "tools", "harnesses/contract"],
  lab: [
    "core",
    "llm",
    "tools",
    "harnesses/contract",
    ...HARNESSES,
    "scenario",
    "plan",
    "record",
    "rows",
    "analyse",
    "report",
    "grade",
    "run",
  ],
  cli: ["core", "lab"],
  library: ["core", "lab"],
};

/** The folders of lab, lowest first: each may import those before it. */
const LAB_ORDER = [
  "environment",
  "endpoint",
  "judging",
  "calibration",
  "planning",
  "reporting",
  "experiment",
  "trials",
  "gate",
];

/** Third-party packages and the only folders that may import them; zod is at home everywhere. */
const PACKAGE_HOMES: Readonly<Record<string, readonly string[]>> = {
  openai: ["llm"],
  "eventsource-parser": ["llm"],
  re2js: ["core"],
  "@pydantic/genai-prices": ["llm"],
  "just-bash": ["tools"],
  "p-limit": ["run"],
  "@duckdb/node-api": ["record"],
  vega: ["report"],
  "vega-lite": ["report"],
  pdfkit: ["report"],
  "svg-to-pdfkit": ["report"],
  yaml: ["scenario", "plan", "lab"],
  commander: ["cli"],
};

const BANNED_NAMES = ["utils", "helpers", "common", "misc", "types", "index", "manager"];

interface Source {
  readonly path: string;
  readonly folder: string;
  readonly text: string;
  readonly imports: readonly string[];
}

const sources: readonly Source[] = readdirSync(SRC, { recursive: true, encoding: "utf8" })
  .filter((file) => file.endsWith(".ts"))
  .map((file) => {
    const path = file.replaceAll("\\", "/");
    const text = readFileSync(join(SRC, file), "utf8");
    const imports = [
      ...text.matchAll(/^\s*(?:import|export)\s[^"';]*?from\s+"([^"]+)"/gm),
      ...text.matchAll(/^\s*import\s+"([^"]+)"/gm),
      ...text.matchAll(/\bimport\(\s*"([^"]+)"\s*\)/g),
    ].map((match) => match[1] ?? "");
    return { path, folder: folderOf(path), text, imports };
  });
const production = sources.filter(
  (source) => !source.path.endsWith(".test.ts") && source.folder !== "testing",
);

function folderOf(path: string): string {
  const [first = "", second = ""] = path.split("/");
  return first === "harnesses" ? `${first}/${second}` : path.includes("/") ? first : "";
}

function packageOf(specifier: string): string {
  const [scope = "", name = ""] = specifier.split("/");
  return scope.startsWith("@") ? `${scope}/${name}` : scope;
}

test("finds the sources it is meant to check", () => {
  expect(production.length).toBeGreaterThan(60);
  expect(production.flatMap((source) => source.imports).length).toBeGreaterThan(200);
});

test("every folder imports only what stands below it", () => {
  const wrong = production.flatMap((source) =>
    source.imports
      .filter((specifier) => specifier.startsWith("."))
      .map((specifier) =>
        folderOf(relative(SRC, resolve(SRC, dirname(source.path), specifier)).replaceAll("\\", "/")),
      )
      .filter((target) => target !== source.folder && !(MAY_IMPORT[source.folder] ?? []).includes(target))
      .map((target) => `${source.path} imports ${target}`),
  );
  expect(wrong).toEqual([]);
});

/** The circles of files that import one another, types included: each a set of files that all reach each other. */
function circlesOf(files: readonly Source[]): readonly (readonly string[])[] {
  const known = new Set(files.map(({ path }) => path));
  const targets = new Map(
    files.map(({ path, imports }) => [
      path,
      imports
        .filter((specifier) => specifier.startsWith("."))
        .map((specifier) => relative(SRC, resolve(SRC, dirname(path), specifier)).replaceAll("\\", "/"))
        .filter((target) => known.has(target)),
    ]),
  );
  const reachedFrom = (start: string): ReadonlySet<string> => {
    const seen = new Set<string>();
    const open = [...(targets.get(start) ?? [])];
    for (let file = open.pop(); file !== undefined; file = open.pop()) {
      if (seen.has(file)) continue;
      seen.add(file);
      open.push(...(targets.get(file) ?? []));
    }
    return seen;
  };
  const reach = new Map(files.map(({ path }) => [path, reachedFrom(path)]));
  const circles = files.map(({ path }) =>
    files.flatMap((other) =>
      reach.get(path)?.has(other.path) && reach.get(other.path)?.has(path) ? [other.path] : [],
    ),
  );
  return [...new Map(circles.map((circle) => [circle.join(), circle])).values()].filter(
    ({ length }) => length > 0,
  );
}

test("the search for circles finds them", () => {
  const file = (path: string, ...imports: readonly string[]): Source => ({
    path,
    folder: "",
    text: "",
    imports,
  });
  const files = [
    file("a.ts", "./b.ts"),
    file("b.ts", "./c/d.ts"),
    file("c/d.ts", "../a.ts"),
    file("e.ts", "./a.ts"),
  ];
  expect(circlesOf(files)).toEqual([["a.ts", "b.ts", "c/d.ts"]]);
});

test("no circle of files is larger than two, types included", () => {
  expect(circlesOf(production).filter(({ length }) => length > 2)).toEqual([]);
});

test("features see the engine's scope and nothing behind it", () => {
  const wrong = production
    .filter(({ path }) => /^harnesses\/\w+\/features\/[\w-]+\//.test(path))
    .flatMap(({ path, imports }) =>
      imports
        .filter((name) => /\/(engine|conversation|session|actions|commands)\b/.test(name))
        .map((name) => `${path} imports ${name}`),
    );
  expect(wrong).toEqual([]);
});

test("lab has no loose file, and its folders import one way only", () => {
  const wrong = production
    .filter(({ folder }) => folder === "lab")
    .flatMap(({ path, imports }) => {
      const place = (file: string) => LAB_ORDER.indexOf(file.split("/")[1] ?? "");
      const targets = imports
        .filter((specifier) => specifier.startsWith("."))
        .map((specifier) => relative(SRC, resolve(SRC, dirname(path), specifier)).replaceAll("\\", "/"))
        .filter((target) => target.startsWith("lab/") && place(target) > place(path));
      return place(path) < 0
        ? [`${path} is in no folder of lab`]
        : targets.map((to) => `${path} imports ${to}`);
    });
  expect(wrong).toEqual([]);
});

test("a feature imports of another one its points alone", () => {
  const wrong = production.flatMap(({ path, imports }) => {
    const own = /^harnesses\/\w+\/features\/([\w-]+)\//.exec(path)?.[1];
    if (own === undefined) return [];
    return imports
      .map((name) => resolve("/", dirname(path), name))
      .filter((target) => /\/features\/[\w-]+\//.test(target) && !target.includes(`/features/${own}/`))
      .filter((target) => !target.endsWith("/points.ts"))
      .map((target) => `${path} imports ${target}`);
  });
  expect(wrong).toEqual([]);
});

test("every folder is in the import table", () => {
  const known = new Set(Object.keys(MAY_IMPORT));
  expect(
    [...new Set(production.map((source) => source.folder))].filter((folder) => !known.has(folder)),
  ).toEqual([]);
});

test("third-party packages are imported in their home folders only", () => {
  const wrong = production.flatMap((source) =>
    source.imports
      .filter((specifier) => !specifier.startsWith(".") && !specifier.startsWith("node:"))
      .map(packageOf)
      .filter((name) => name !== "zod" && !(PACKAGE_HOMES[name] ?? []).includes(source.folder))
      .map((name) => `${source.path} imports ${name}`),
  );
  expect(wrong).toEqual([]);
});

test("production code never imports tests or their builders", () => {
  const wrong = production.filter((source) =>
    source.imports.some((name) => name.includes("/testing/") || name.endsWith(".test.ts")),
  );
  expect(wrong.map((source) => source.path)).toEqual([]);
});

test("every file opens with one sentence about its responsibility", () => {
  const silent = sources.filter((source) => !source.text.replace(/^#![^\n]*\n/, "").startsWith("/**"));
  expect(silent.map((source) => source.path)).toEqual([]);
});

/** Words that open a clause and leave its noun out: a comment names the thing instead (STYLE 5.1.1). */
const CLAUSES = [
  "Says",
  "Tells",
  "Gives",
  "What",
  "Whether",
  "How",
  "Which",
  "Where",
  "When",
  "Who",
  "Why",
  "That",
];

test("comments name the thing and do not open with a clause", () => {
  const opening = new RegExp(`/\\*\\*[\\s*]*(?:${CLAUSES.join("|")})\\b[^\\n]*`, "g");
  const found = sources.flatMap(({ path, text }) =>
    [...text.matchAll(opening)].map(([comment]) => `${path}: ${comment}`),
  );
  expect(found).toEqual([]);
  expect(`/${"**"} What differs first. */`).toMatch(opening);
});

test("functions are named by verbs, or by what they return, and not by a participle", () => {
  const irregular =
    "told|held|kept|shown|found|drawn|taken|sent|made|given|written|chosen|lost|left|built|meant|heard|known|broken?|broke";
  const places = "By|On|In|At|For|With|From|To|As|Into|Below|Beside|Out|Apart|Together|Up|Down";
  const participle = new RegExp(
    `^(?:export )?(?:async )?function\\*? (?!seed\\b|feed\\b|need)((?:[a-z]+ed|${irregular})(?:${places})?)\\(`,
    "gm",
  );
  const found = production.flatMap(({ path, text }) =>
    [...text.matchAll(participle)].map(([, name]) => `${path}: ${name}`),
  );
  expect(found).toEqual([]);
  const planted = ["compacted", "answeredBy", "heldTo", "told", "endedAs"];
  for (const name of planted) expect(`export function ${name}(x) {`).toMatch(participle);
  for (const name of ["feed", "storedText", "sharedOf", "findEmbedded"])
    expect(`function ${name}(x) {`).not.toMatch(participle);
});

test("no file of lab is a text: documents are in core and their words in report", () => {
  expect(production.filter(({ path }) => /^lab\/.*-text\.ts$/.test(path)).map(({ path }) => path)).toEqual(
    [],
  );
});

test("numbers are written by core/format.ts alone", () => {
  const writer = /\.(?:toFixed|toPrecision|toLocaleString|toExponential)\b|\bIntl\.NumberFormat\b/;
  const others = production.filter(({ path, text }) => path !== "core/format.ts" && writer.test(text));
  expect(others.map(({ path }) => path)).toEqual([]);
  expect(sources.some(({ path, text }) => path === "core/format.ts" && writer.test(text))).toBe(true);
});

test("lab makes documents: no function of it words one, and none lays out a table", () => {
  const wording = /^(?:export )?(?:async )?function (\w+(?:Text|Words|Lines?|Sentence))\(/gm;
  const found = production
    .filter(({ folder }) => folder === "lab")
    .flatMap(({ path, text, imports }) => [
      ...[...text.matchAll(wording)].map(([, name]) => `${path}: ${name}`),
      ...imports.filter((name) => name.endsWith("/text-table.ts")).map((name) => `${path} imports ${name}`),
    ]);
  expect(found).toEqual([]);
});

test("no file has a name that says nothing", () => {
  const empty = sources.filter((source) =>
    BANNED_NAMES.some((name) => source.path.split("/").at(-1) === `${name}.ts`),
  );
  expect(empty.map((source) => source.path)).toEqual([]);
});

test("no engine or layer asks whether a flag is on (off means absent)", () => {
  const asking = production.filter(
    (source) =>
      source.path.startsWith("harnesses/") &&
      !/\/(features|install)/.test(source.path) &&
      /\b(AUDIT|ASSISTANT|HARNESS)_[A-Z_]{3,}|ports\.flags|\bflags\[/.test(
        source.text.replaceAll(/\/\*[\s\S]*?\*\/|\/\/[^\n]*/g, ""),
      ),
  );
  expect(asking.map((source) => source.path)).toEqual([]);
});

/** Stages that write or show sentences; what a model or a server wrote is read elsewhere. */
const SPEAKING = ["analyse", "report", "lab", "cli"];

test("no module reads a sentence that another one wrote (house-1, 1.1)", () => {
  const phrase = "[A-Za-z]{2,}[^\\S\\n][A-Za-z]{2,}";
  const probes = [
    // A text is searched for words: .includes("no calibration").
    new RegExp(
      `\\.(?:startsWith|endsWith|includes|indexOf|search|match|split|replace|replaceAll)\\(\\s*["'\`/][^"'\`\\n]*${phrase}`,
    ),
    // A pattern of words that something may be tested with.
    new RegExp(`[=(]\\s*/[^/*\\n]*${phrase}[^/\\n]*/[a-z]*[\\s;,).]`),
    // Whatever is in it, a reason or a sentence is not taken apart.
    /\b(?:reason|sentence|clause|note|words|next)s?\??\.(?:startsWith|endsWith|includes|indexOf|search|match|split)\(/,
    /\.test\((?:\w+\.)*(?:reason|sentence|clause|note|words|next)s?\)/,
  ];
  const reading = production
    .filter(({ folder }) => SPEAKING.includes(folder))
    .flatMap(({ path, text }) =>
      probes.flatMap((probe) => probe.exec(text)?.[0] ?? []).map((found) => `${path}: ${found}`),
    );
  expect(reading).toEqual([]);
  const planted = [
    'reasons.some((reason) => reason.includes("itself"))',
    'unreachable.some((text) => text.includes("no calibration"))',
    "const LISTED = /^(Tested on \\d|This rests on the model)/;",
    "LISTED_APART.test(sentence)",
    "verdict.sentence.split(/(?<=[.!?]) (?=[A-Z0-9])/)",
  ];
  expect(planted.filter((line) => !probes.some((probe) => probe.test(line)))).toEqual([]);
});

/** Lines a file may have; whoever makes one of the exceptions smaller lowers its number. */
const BUDGET = 400;
const BUDGETS: Readonly<Record<string, number>> = {
  "core/flag-catalogue.ts": 420,
};

test("files stay within their budget of lines", () => {
  const large = production.filter(
    (source) => source.text.split("\n").length > (BUDGETS[source.path] ?? BUDGET),
  );
  expect(large.map((source) => `${source.path}: ${source.text.split("\n").length} lines`)).toEqual([]);
});

test("the runtime dependencies are the ones with a home", () => {
  const manifest = JSON.parse(readFileSync(join(SRC, "../package.json"), "utf8")) as {
    dependencies: Record<string, string>;
  };
  expect(Object.keys(manifest.dependencies).sort()).toEqual([...Object.keys(PACKAGE_HOMES), "zod"].sort());
  expect(Object.values(manifest.dependencies).filter((version) => /^[\^~]/.test(version))).toEqual([]);
});
