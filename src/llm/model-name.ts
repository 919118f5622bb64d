/** Compares the model that was asked for with the one that says it answered. */

/** The same name, or a version, a path or a router's prefix of it. */
export function isSameModel(asked: string, answered: string): boolean {
  const [one, other] = [asked, answered].map((name) => name.toLowerCase().replace(/\.gguf$/, "")) as [
    string,
    string,
  ];
  return (
    one === other ||
    /^[-:@]/.test(other.startsWith(one) ? other.slice(one.length) : "") ||
    other.endsWith(`/${one}`) ||
    one.endsWith(`/${other}`)
  );
}
