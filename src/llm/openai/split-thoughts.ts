/** Parts a model's thinking from what it says, where the server left both in one text. */

/** A text with the thinking taken out. */
export interface SplitText {
  readonly text: string;
  readonly thoughts: string;
}

const OPENED = /^\s*<think(?:ing)?>/;
const CLOSED = /<\/think(?:ing)?>\s*/;

/** Thinking stands first; some chat templates swallow the opening tag, and a cut reply lacks the closing one. */
export function splitThoughts(content: string): SplitText {
  const opened = OPENED.exec(content);
  const closed = CLOSED.exec(content);
  if (!closed)
    return opened ? { text: "", thoughts: content.slice(opened[0].length) } : { text: content, thoughts: "" };
  const before = content.slice(0, closed.index);
  if (!opened && /<think(?:ing)?>/.test(before)) return { text: content, thoughts: "" };
  return {
    text: content.slice(closed.index + closed[0].length),
    thoughts: before.slice(opened?.[0].length ?? 0).trim(),
  };
}
