import { describe, expect, it } from '@jest/globals';
import type { Shape } from './kit/isometric';
import { removeHiddenShapes } from './art-files';

const square = (from: number, to: number, more: Partial<Shape> = {}): Shape => ({
  loops: [
    [
      [from, from],
      [to, from],
      [to, to],
      [from, to],
    ],
  ],
  fill: '#808080',
  ...more,
});
const solid = (from: number, to: number) => square(from, to, { solid: true });
const left = (...things: Shape[][]) => removeHiddenShapes({ things }).things;

describe('a drawing as it is drawn', () => {
  it('is without what stands wholly behind something else', () => {
    const front = solid(0, 4);
    expect(left([solid(1, 3)], [front])).toEqual([[], [front]]);
  });

  it('keeps what is seen of it, and loses of a shape the loops that are not', () => {
    const behind = { ...solid(1, 3), loops: [...solid(1, 3).loops, ...solid(3, 5).loops] };
    expect(left([behind], [solid(0, 4)])[0]).toEqual([solid(3, 5)]);
  });

  it.each([
    ['one can see through', square(0, 4, { opacity: 0.5 })],
    ['is a light', square(0, 4, { glow: 3 })],
  ])('hides nothing behind what %s', (_, front) => {
    expect(left([solid(0, 4), square(1, 2)], [front])).toEqual([[solid(0, 4), square(1, 2)], [front]]);
  });

  it('keeps a solid that is painted all over: it has the outline', () => {
    const things = [[solid(0, 4), square(0, 4)]];
    expect(left(...things)).toEqual(things);
    expect(left([solid(0, 4), square(1, 2), square(0, 4)])).toEqual(things);
  });
});
