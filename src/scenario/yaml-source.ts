/** A YAML file as a value that still knows the line of each field. */

import { isAlias, isMap, isScalar, isSeq, LineCounter, type Node, parseDocument } from "yaml";
import { type FieldPath, fieldText, type Problem } from "./problem.ts";

export interface YamlSource {
  readonly file: string;
  /** The parsed value; undefined when the file is not YAML. */
  readonly value: unknown;
  /** Syntax problems; empty when `value` can be used. */
  readonly problems: readonly Problem[];
  /** A problem at a field; a field that is absent is placed at the nearest one around it. */
  problemAt(path: FieldPath, message: string): Problem;
}

/** Parses a YAML text; never throws, syntax errors come back as problems. */
export function parseYaml(file: string, text: string): YamlSource {
  const lines = new LineCounter();
  const document = parseDocument(text, { lineCounter: lines, prettyErrors: false });
  const at = (offset: number) => {
    const { line, col } = lines.linePos(offset);
    return { line: Math.max(line, 1), column: Math.max(col, 1) };
  };

  const offsetOf = (path: FieldPath): number => {
    let node: Node | null = document.contents;
    let offset = node?.range?.[0] ?? 0;
    for (const part of path) {
      if (isAlias(node)) node = node.resolve(document) ?? null;
      if (isMap(node)) {
        const pair = node.items.find((item) => isScalar(item.key) && String(item.key.value) === String(part));
        if (!pair) break;
        offset = (pair.key as Node).range?.[0] ?? offset;
        node = (pair.value as Node | null) ?? null;
      } else if (isSeq(node)) {
        node = (node.items[Number(part)] as Node | undefined) ?? null;
        if (node === null) break;
        offset = node.range?.[0] ?? offset;
      } else break;
    }
    return offset;
  };

  const problems = document.errors.map((error) => ({
    file,
    ...at(error.pos[0]),
    field: "",
    message: `not valid YAML: ${error.message.split("\n")[0]}`,
  }));
  return {
    file,
    value: problems.length > 0 ? undefined : document.toJS(),
    problems,
    problemAt: (path, message) => ({ file, ...at(offsetOf(path)), field: fieldText(path), message }),
  };
}
