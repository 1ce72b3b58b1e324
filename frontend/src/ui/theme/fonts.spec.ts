import { describe, expect, it } from '@jest/globals';
import { readFileSync } from 'node:fs';

const MAX_BYTES = 60_000;
const MODULES = `${__dirname}/../../../../node_modules`;
const css = readFileSync(`${__dirname}/fonts.css`, 'utf8');
const faces = css.match(/@font-face \{[^}]*\}/g) ?? [];
const own = faces.filter((face) => face.includes('url('));
const familyOf = (face: string): string => /font-family: '([^']+)'/.exec(face)?.[1] ?? '';

describe('the fonts', () => {
  it('are files of the shop, small together', () => {
    const files = [...css.matchAll(/url\('([^']+)'\)/g)].map(([, path = '']) => path);
    expect(files.length).toBe(own.length);
    expect(files.filter((path) => !path.startsWith('@fontsource'))).toEqual([]);
    const bytes = files.reduce((sum, path) => sum + readFileSync(`${MODULES}/${path}`).length, 0);
    expect(bytes).toBeGreaterThan(0);
    expect(bytes).toBeLessThanOrEqual(MAX_BYTES);
  });

  it('are swapped in, each over a fallback with its measures', () => {
    for (const face of own) {
      expect(face).toContain('font-display: swap');
      const fallback = faces.find(
        (other) => familyOf(other) === familyOf(face).replace(/( Variable)?$/, ' Fallback'),
      );
      for (const measure of ['size-adjust', 'ascent-override', 'descent-override', 'line-gap-override'])
        expect(fallback).toMatch(new RegExp(`${measure}: [\\d.]+%`));
    }
  });
});
