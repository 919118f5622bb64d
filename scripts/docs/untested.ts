/** Requirements of the layers that no test cites, each with the reason. */

const NOT_BUILT = "not built yet";

/** Reason by id. */
export const UNTESTED: Readonly<Record<string, string>> = {
  "A-003": "says that two twins of the description behave alike; there is one implementation here",
  "A-011": "an overview; each mechanism around the loop has a requirement of its own",
  "A-021": "names files of the description's own sources",
  "A-025": "no tool of the world has a fallback, as in the description's assistant",
  "A-026": "says what the availability check is not",
  "A-027": NOT_BUILT,
  "A-035": "a published figure; ours come out of `ablate`",
  "A-036": "a published figure with its origin; nothing of ours can reproduce it",
  "A-080": NOT_BUILT,
  "A-081": NOT_BUILT,
  "A-082": NOT_BUILT,
};
