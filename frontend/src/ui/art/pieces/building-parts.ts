import { type At, type Shape, type Spot } from '../kit/isometric';

import { paintPatches, type Patch } from '../kit/surface-marks';
import { drawLine, drawPlainBlock } from '../kit/solids';
import { darkenColour, stuff, type Tone } from '../kit/colour-tones';

/** Walls, tiles, doors and flowers for the drawings of small bases. */

/** Draws the dark joints between logs or bricks across both visible walls. */
export const drawCourses = (at: At, size: At, count: number, look: Tone): Shape[] => {
  const [w, d, h] = size;
  const createJoints = (across: number): Patch[] =>
    Array.from({ length: count - 1 }, (_, row) => [0, (h * (row + 1)) / count - 0.012, across, 0.024]);
  return [
    paintPatches('left', at, size, createJoints(w), darkenColour(look.left, 0.4), 0.8),
    paintPatches('right', at, size, createJoints(d), darkenColour(look.right, 0.4), 0.8),
  ];
};

export const drawTiles = (
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
    return drawLine([x, at[1], z], [x, at[1] - depth, z], 0.03, fill, 0.55);
  });
};

export const drawDoor = (at: At, size: At, u: number): Shape[] => [
  paintPatches('left', at, size, [[u - 0.03, size[2] - 0.55, 0.4, 0.55]], '#2a1c14'),
  paintPatches('left', at, size, [[u, size[2] - 0.52, 0.34, 0.52]], stuff.bark.left),
  paintPatches('left', at, size, [[u + 0.05, size[2] - 0.46, 0.24, 0.14]], '#ffd36b'),
  paintPatches('left', at, size, [[u + 0.26, size[2] - 0.26, 0.04, 0.04]], stuff.gold.top),
];

export function drawFlower(x: number, y: number, place: number, z = 0.46): Shape[] {
  const petal = [stuff.ruby, stuff.gold, stuff.cloth, stuff.amethyst][place % 4] ?? stuff.ruby;
  return [
    ...drawPlainBlock([x, y, z], [0.05, 0.05, 0.12], stuff.leaf),
    ...drawPlainBlock([x - 0.04, y - 0.04, z + 0.12], [0.13, 0.13, 0.1], petal),
  ];
}
