/** Takes the key out of texts: servers echo it in errors, and what is stored must not hold it. */

const BLOT = "[key]";
/** A shorter key is a placeholder of a keyless endpoint; taking it out would garble ordinary words. */
const SHORTEST_KEY = 8;

/** A function that replaces the key, plain or URL-encoded, wherever it stands. */
export function keyBlotter(apiKey: string | null): (text: string) => string {
  if (apiKey === null || apiKey.length < SHORTEST_KEY) return (text) => text;
  const forms = [...new Set([apiKey, encodeURIComponent(apiKey), JSON.stringify(apiKey).slice(1, -1)])];
  return (text) => forms.reduce((rest, form) => rest.replaceAll(form, BLOT), text);
}
