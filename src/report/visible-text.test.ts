/** Proves that no character survives that acts instead of showing. */

import { expect, test } from "vitest";
import { HOSTILE_TEXT } from "../testing/hostile-text.ts";
import { oneLine, shorten, visibleText } from "./visible-text.ts";

test("drops terminal sequences whole and marks other control characters", () => {
  expect(visibleText("\u001b[31mred\u001b[0m \u001b]8;;https://x\u0007link\u001b]8;;\u0007")).toBe(
    "red link",
  );
  expect(visibleText("a\u0000b\u0008c\u202Ed\ud800e")).toBe("a\ufffdb\ufffdc\ufffdd\ufffde");
});

test("keeps line feeds, tabs, emoji and other scripts", () => {
  const text = "один\n\tzwei 👩‍🚀 三";
  expect(visibleText(text)).toBe(text);
  expect(visibleText("a\r\nb\rc")).toBe("a\nb\nc");
});

test("leaves nothing that a terminal or a bidirectional layout would act on", () => {
  expect(visibleText(HOSTILE_TEXT)).not.toMatch(/[\p{Bidi_Control}\p{Surrogate}]/u);
  expect([...visibleText(HOSTILE_TEXT)].filter((c) => /\p{Cc}/u.test(c) && c !== "\n" && c !== "\t")).toEqual(
    [],
  );
});

test("one line has no line feed, and a cut is marked without splitting a character", () => {
  expect(oneLine("  a\n b\tc ")).toBe("a b c");
  expect(shorten("👍👍👍👍", 3)).toBe("👍👍…");
  expect(shorten("abc", 3)).toBe("abc");
});
