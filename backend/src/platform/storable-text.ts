/** Matches NUL and lone surrogates, which Postgres can store neither as text nor as JSON. */
const UNSTORABLE = /\0|\p{Surrogate}/gu;

/** Replaces characters that Postgres cannot store by U+FFFD. */
export const storableText = (text: string): string => text.replaceAll(UNSTORABLE, '\uFFFD');

/** Converts a value to JSON in which all texts and field names can be stored in Postgres. */
export function storableJson(value: unknown): string {
  return JSON.stringify(value, (_name, part: unknown) => {
    if (typeof part === 'string') return storableText(part);
    if (typeof part !== 'object' || part === null || Array.isArray(part)) return part;
    return Object.fromEntries(Object.entries(part).map(([name, of]) => [storableText(name), of]));
  });
}
