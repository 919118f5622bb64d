/** Text that tries to break out of every format a report is written in. */

/** HTML, Markdown, XML, CSV, TeX, workflow commands, terminal control, direction tricks and broken UTF-16 in one. */
export const HOSTILE_TEXT = [
  '=HYPERLINK("https://evil.example","x")<script>alert(1)</script><img src=x onerror=alert(1)>',
  "' onmouseover='alert(1)' \" autofocus onfocus=\"alert(1)",
  "](javascript:alert(1)) [a](javascript:alert(1)) ![b](https://evil.example/p.png) www.evil.example @octocat #1",
  "| cell | `code` ``` ~~~ **bold** _i_ <details> $x$ & &lt; ]]> -->",
  "\\input{/etc/passwd} \\\\ % {",
  "\u001b[31mred\u001b[2J\u001b]8;;https://evil.example\u0007link\u001b]8;;\u0007\u009b2J\b\r\u0000\ud800\u202Eeht\u2066",
  "::error title=x::y%0A::set-output name=a::b",
  "```",
  "# heading",
].join("\n");

// What decides the shape of a document is no free text.
const STRUCTURE = new Set([
  "format",
  "generatedAt",
  "basis",
  "origin",
  "role",
  "outcome",
  "label",
  "strength",
  "scope",
  "qualifiers",
  "result",
  "kind",
  "source",
  "status",
  "state",
  "metric",
  "word",
  "answer",
  "test",
  "type",
  "absent",
  "changes",
  "disagreeing",
  "ownCallOnlyInTreatment",
  "pairing",
  "design",
  "toolProtocol",
  "harness",
]);

/** Replaces every free text of a value by the given text, deep inside objects and lists. */
export function withTextReplaced<T>(value: T, text: string): T {
  const walk = (part: unknown, key: string): unknown => {
    if (STRUCTURE.has(key)) return part;
    if (typeof part === "string") return text;
    if (Array.isArray(part)) return part.map((item) => walk(item, key));
    if (part === null || typeof part !== "object") return part;
    return Object.fromEntries(Object.entries(part).map(([name, item]) => [name, walk(item, name)]));
  };
  return walk(value, "") as T;
}
