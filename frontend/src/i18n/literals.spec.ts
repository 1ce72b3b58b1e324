import { describe, expect, it } from '@jest/globals';
import { readdirSync, readFileSync } from 'node:fs';

const SOURCES = `${__dirname}/..`;
/** Text between tags, and attributes that are read out or shown. */
const TEXT = />\s*([^<>{}=;()`]*\p{L}{2,}[^<>{}=;()`]*)\s*<\//gu;
const ATTRIBUTE = /\b(?:aria-label|alt|placeholder|title|label|heading)="([^"]*\p{L}{2,}[^"]*)"/gu;
/** Not said to anybody, but for the name of the shop. */
const NOT_SAID = new Set(['Pax Market']);

/** Components of the screens. */
const components = readdirSync(SOURCES, { recursive: true, encoding: 'utf8' }).filter(
  (path) => path.endsWith('.tsx') && !/\.spec\.tsx$|^(test|ui\/art)\//.test(path),
);

describe('what the screens say (OWN-166)', () => {
  it('comes from a catalogue: no component has words of its own', () => {
    expect(components.length).toBeGreaterThan(100);
    const found = components.flatMap((path) => {
      const source = readFileSync(`${SOURCES}/${path}`, 'utf8');
      return [...source.matchAll(TEXT), ...source.matchAll(ATTRIBUTE)]
        .map(([, said = '']) => said.trim())
        .filter((said) => !NOT_SAID.has(said))
        .map((said) => `${path}: ${said}`);
    });
    expect(found).toEqual([]);
  });
});
