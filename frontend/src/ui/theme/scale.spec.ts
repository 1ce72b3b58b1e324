import { describe, expect, it } from '@jest/globals';
import { keyframes, tokens } from './tokens';

const px = (value: string): number => Number.parseFloat(value) * (value.endsWith('rem') ? 16 : 1);

describe('one scale of type and space', () => {
  it('has seven sizes of type, steps of 2 px, and content of at most 1240 px', () => {
    const sizes = Object.values(tokens.fontSizes ?? {}).map(({ value }) => px(value));
    expect(sizes).toEqual([12, 14, 16, 20, 25, 31, 39]);
    const steps = Object.entries(tokens.spacing ?? {}).filter(([name]) => name !== 'px');
    expect(steps.map(([, { value }]) => px(value) % 2)).toEqual(steps.map(() => 0));
    expect(tokens.sizes?.['page']).toEqual({ value: '1240px' });
  });
});

describe('animations', () => {
  it('move by transform and opacity', () => {
    const { glow: _, ...moves } = keyframes;
    const changed = Object.values(moves).flatMap((steps) => Object.values(steps).flatMap(Object.keys));
    expect(new Set(changed)).toEqual(new Set(['opacity', 'transform']));
  });
});
