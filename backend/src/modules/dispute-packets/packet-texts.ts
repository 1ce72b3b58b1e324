import { CONSENT_TEXTS } from '@pax/contracts';

/** Longest content that is told, characters; what the shop posts is shorter. */
const MAX_CONTENT = 2_000;

/** What a stored post or message says: its plain values by name, in its own order. */
export function contentOf(content: unknown): string {
  return pairsOf(content, '').join(', ').slice(0, MAX_CONTENT);
}

function pairsOf(value: unknown, name: string): string[] {
  if (value === null || value === undefined || value === '') return [];
  if (typeof value === 'string') return [`${name}: ${value}`];
  if (typeof value !== 'object') return [`${name}: ${JSON.stringify(value)}`];
  return Object.entries(value).flatMap(([key, inner]) =>
    pairsOf(inner, name === '' ? key : `${name}.${key}`),
  );
}

/** The text of a version in each language it was shown in. */
export function consentTexts(version: string): string[] {
  return Object.values(CONSENT_TEXTS[version] ?? {});
}
