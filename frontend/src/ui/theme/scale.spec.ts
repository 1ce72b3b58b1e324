import { describe, expect, it } from '@jest/globals';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { keyframes, tokens } from './tokens';

const SOURCES = fileURLToPath(new URL('../..', import.meta.url));
const styles = readdirSync(SOURCES, { recursive: true, encoding: 'utf8' })
  .filter((file) => /\.tsx?$/.test(file) && !/spec\.tsx?$|^test\//.test(file))
  .map((file) => ({ file, text: readFileSync(join(SOURCES, file), 'utf8') }));

/** What a pattern's first group finds in all styles, with the file. */
const found = (pattern: RegExp): { file: string; value: string }[] =>
  styles.flatMap(({ file, text }) =>
    [...text.matchAll(pattern)].map(([, value = '']) => ({ file, value: value.trim() })),
  );
const px = (value: string): number => Number.parseFloat(value) * (value.endsWith('rem') ? 16 : 1);

describe('one scale of type and space', () => {
  it('has seven sizes of type, steps of 2 px, and content of at most 1240 px', () => {
    const sizes = Object.values(tokens.fontSizes ?? {}).map(({ value }) => px(value));
    expect(sizes).toEqual([12, 14, 16, 20, 25, 31, 39]);
    const steps = Object.entries(tokens.spacing ?? {}).filter(([name]) => name !== 'px');
    expect(steps.map(([, { value }]) => px(value) % 2)).toEqual(steps.map(() => 0));
    expect(tokens.sizes?.['page']).toEqual({ value: '1240px' });
  });

  it('is what parts take their space from: only hairlines up to 3 px stand beside it', () => {
    const spaces = found(/\b(?:gap|rowGap|columnGap|padding\w*|p[xytrbl]?|p[se]): (?:\{[^}]*)?'(\d+px)'/g);
    expect(spaces.filter(({ value }) => px(value) > 3)).toEqual([]);
    expect(spaces.length).toBeGreaterThan(0);
  });

  it('is what letters take their size from, but for the count on an icon, the labels of a drawn chart and the names of a phone’s tabs', () => {
    const sizes = found(/fontSize: '([\d.]+(?:px|rem|em))'/g);
    expect(new Set(sizes.map(({ file }) => file))).toEqual(
      new Set([
        'ui/components/base/icon-button.tsx',
        'features/panel/layout/sidebar.tsx',
        'features/account/loyalty/dashboard/points-chart.tsx',
      ]),
    );
  });
});

/** Durations of one animation or transition, ms. */
const durationsOf = (value: string): number[] =>
  [...value.matchAll(/(?<![\w.])([\d.]+)(ms|s)\b/g)].map(
    ([, amount, unit]) => Number(amount) * (unit === 's' ? 1000 : 1),
  );
/** They go on, or show a change of an amount, or end a celebration. */
const isSlow = (value: string): boolean => /infinite|glow|^transform 500ms|^opacity 1200ms/.test(value);

describe('motion', () => {
  const motions = found(/\b(?:animation|transition): '([^']+)'/g).concat(
    found(/\b(?:base|md): '((?:sheet|side|rise|fade)(?:In|Out) [^']+)'/g),
  );

  it('answers an act in 100 to 200 ms', () => {
    const quick = motions.filter(({ value }) => !isSlow(value));
    expect(quick.length).toBeGreaterThan(25);
    expect(quick.filter(({ value }) => durationsOf(value).some((ms) => ms < 100 || ms > 200))).toEqual([]);
  });

  it('moves by transform and opacity, and lets colours fade', () => {
    const moved = found(/\btransition: '(?!none)([^']+)'/g).flatMap(({ value }) =>
      value
        .replaceAll(/\([^)]*\)/g, '')
        .split(',')
        .map((part) => part.trim().split(' ')[0]),
    );
    expect(new Set(moved)).toEqual(
      new Set(['opacity', 'transform', 'translate', 'color', 'background-color', 'border-color']),
    );
    const { glow: _, ...moves } = keyframes;
    const changed = Object.values(moves).flatMap((steps) => Object.values(steps).flatMap(Object.keys));
    expect(new Set(changed)).toEqual(new Set(['opacity', 'transform']));
  });
});
