import { type At, type Shape, type Spot } from '../kit/iso';

import { paint, type Patch } from '../kit/marks';
import { line, plain } from '../kit/solids';
import { darker, stuff, type Tone } from '../kit/tone';

/** Walls, tiles, doors and flowers for the drawings of small bases. */

/** Draws the dark joints between logs or bricks across both visible walls. */
export const courses = (at: At, size: At, count: number, look: Tone): Shape[] => {
  const [w, d, h] = size;
  const joints = (across: number): Patch[] =>
    Array.from({ length: count - 1 }, (_, row) => [0, (h * (row + 1)) / count - 0.012, across, 0.024]);
  return [
    paint('left', at, size, joints(w), darker(look.left, 0.4), 0.8),
    paint('right', at, size, joints(d), darker(look.right, 0.4), 0.8),
  ];
};

export const tiles = (
  at: At,
  depth: number,
  run: readonly [Spot, Spot],
  rows: number,
  fill: string,
): Shape[] => {
  const [[u1, v1], [u2, v2]] = run;
  return Array.from({ length: rows - 1 }, (_, row) => {
    const share = (row + 1) / rows;
    const [x, z] = [at[0] + u1 + (u2 - u1) * share, at[2] + v1 + (v2 - v1) * share];
    return line([x, at[1], z], [x, at[1] - depth, z], 0.03, fill, 0.55);
  });
};

export const door = (at: At, size: At, u: number): Shape[] => [
  paint('left', at, size, [[u - 0.03, size[2] - 0.55, 0.4, 0.55]], '#2a1c14'),
  paint('left', at, size, [[u, size[2] - 0.52, 0.34, 0.52]], stuff.bark.left),
  paint('left', at, size, [[u + 0.05, size[2] - 0.46, 0.24, 0.14]], '#ffd36b'),
  paint('left', at, size, [[u + 0.26, size[2] - 0.26, 0.04, 0.04]], stuff.gold.top),
];

export function flower(x: number, y: number, place: number, z = 0.46): Shape[] {
  const petal = [stuff.ruby, stuff.gold, stuff.cloth, stuff.amethyst][place % 4] ?? stuff.ruby;
  return [
    ...plain([x, y, z], [0.05, 0.05, 0.12], stuff.leaf),
    ...plain([x - 0.04, y - 0.04, z + 0.12], [0.13, 0.13, 0.1], petal),
  ];
}
