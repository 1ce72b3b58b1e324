/** NUL and lone surrogates, which Postgres stores neither as text nor as JSON. */
const UNSTORABLE = /\0|\p{Surrogate}/gu;

/** Makes a text storable in Postgres: replaces characters that it cannot store by U+FFFD. */
export const storableText = (text: string): string => text.replaceAll(UNSTORABLE, '\uFFFD');

/** The JSON of a value, its texts and names as Postgres can store them. */
export function storableJson(value: unknown): string {
  return JSON.stringify(value, (_name, part: unknown) => {
    if (typeof part === 'string') return storableText(part);
    if (typeof part !== 'object' || part === null || Array.isArray(part)) return part;
    return Object.fromEntries(Object.entries(part).map(([name, of]) => [storableText(name), of]));
  });
}
