import type { Drawing } from '../kit/drawing';
import { drawPrism, drawPyramid, type At, type Shape } from '../kit/isometric';
import { drawLawn, drawPost, drawTree, drawWindows } from '../kit/market-objects';
import { drawGlow, paintPatches, type Patch } from '../kit/surface-marks';
import { drawBlock, drawPlainBlock, drawShadow } from '../kit/solids';
import { stuff, createTone, type Tone } from '../kit/colour-tones';

import { drawFlower } from './building-parts';

/** Drawings of fortified bases: a castle, and a bunker below a lawn. */

const roofBlue: Tone = createTone('#4a5fb0');

const drawCrenels = ([x, y, z]: At, w: number, look: Tone): Shape[] => {
  const c = w / 4;
  return [
    ...drawPlainBlock([x, y, z], [c, c, c], look),
    ...drawPlainBlock([x + w - c, y, z], [c, c, c], look),
    ...drawPlainBlock([x, y + w - c, z], [c, c, c], look),
    ...drawPlainBlock([x + 1.5 * c, y + w - c, z], [c, c, c], look),
    ...drawPlainBlock([x + w - c, y + 1.5 * c, z], [c, c, c], look),
    ...drawPlainBlock([x + w - c, y + w - c, z], [c, c, c], look),
  ];
};

function drawTower([x, y, z]: At, w: number, h: number, roof: boolean): Shape[][] {
  const at: At = [x, y, z];
  const size: At = [w, w, h];
  const slit: Patch = [w / 2 - 0.05, h * 0.22, 0.1, 0.26];
  const top: At = [x - 0.06, y - 0.06, z + h];
  return [
    [
      ...drawBlock(at, size, stuff.stone, { seed: 3, cell: 0.15, share: 0.3 }),
      ...drawWindows('left', at, size, [slit]),
      ...drawWindows('right', at, size, [slit]),
    ],
    [
      ...drawPlainBlock(top, [w + 0.12, w + 0.12, 0.14], stuff.slate),
      ...(roof
        ? drawPyramid([x - 0.1, y - 0.1, z + h + 0.14], [w + 0.2, w + 0.2, w * 1.25], roofBlue)
        : drawCrenels([x - 0.06, y - 0.06, z + h + 0.14], w + 0.12, stuff.stone)),
    ],
  ];
}

const keep: At = [0.75, 0.65, 0.46];
const keepSize: At = [1.15, 1.15, 1.5];
const drawFlag = ([x, y, z]: At, look: Tone): Shape[][] => [
  drawPost([x, y, z], 0.06, 0.75, stuff.bark),
  drawPrism(
    [
      [0, 0],
      [0.5, 0.1],
      [0.36, 0.2],
      [0.5, 0.34],
      [0, 0.36],
    ],
    { plane: 'left', at: [x + 0.03, y + 0.03, z + 0.36], thick: 0.04, tone: look },
  ),
];
const castle: Drawing = {
  things: [
    [drawShadow([0, 0], [2.7, 2.6])],
    ...drawLawn([0, 0, 0], [2.7, 2.6]),
    ...drawTower([0.15, 0.1, 0.46], 0.6, 1.3, true),
    drawBlock([0.7, 0.2, 0.46], [1.3, 0.3, 0.8], stuff.stone, { seed: 6, cell: 0.15, share: 0.3 }),
    ...drawTower([1.95, 0.1, 0.46], 0.6, 1.3, true),
    [
      ...drawBlock(keep, keepSize, stuff.stone, { seed: 9, cell: 0.16, share: 0.3 }),
      ...drawWindows('left', keep, keepSize, [
        [0.24, 0.22, 0.2, 0.3],
        [0.7, 0.22, 0.2, 0.3],
      ]),
      ...drawWindows('right', keep, keepSize, [
        [0.24, 0.22, 0.2, 0.3],
        [0.7, 0.22, 0.2, 0.3],
      ]),
    ],
    [
      ...drawPlainBlock([0.69, 0.59, 1.96], [1.27, 1.27, 0.16], stuff.slate),
      ...drawCrenels([0.69, 0.59, 2.12], 1.27, stuff.stone),
    ],
    ...drawFlag([1.3, 1.2, 2.12], stuff.ruby),
    drawBlock([0.3, 0.68, 0.46], [0.3, 1.3, 0.7], stuff.stone, { seed: 2, cell: 0.15, share: 0.3 }),
    drawBlock([2.1, 0.7, 0.46], [0.3, 1.2, 0.7], stuff.stone, { seed: 5, cell: 0.15, share: 0.3 }),
    ...drawTower([0.15, 1.85, 0.46], 0.6, 1, false),
    [
      ...drawBlock([0.75, 2.05, 0.46], [1.2, 0.3, 0.72], stuff.stone, { seed: 4, cell: 0.15, share: 0.3 }),
      paintPatches('left', [0.75, 2.05, 0.46], [1.2, 0.3, 0.72], [[0.36, 0.14, 0.5, 0.58]], '#1c1626'),
      paintPatches('left', [0.75, 2.05, 0.46], [1.2, 0.3, 0.72], [[0.41, 0.2, 0.4, 0.52]], '#ff9f3d'),
      paintPatches('left', [0.75, 2.05, 0.46], [1.2, 0.3, 0.72], [[0.5, 0.3, 0.22, 0.42]], '#ffe08a'),
      paintPatches(
        'left',
        [0.75, 2.05, 0.46],
        [1.2, 0.3, 0.72],
        [
          [0.48, 0.2, 0.03, 0.52],
          [0.6, 0.2, 0.03, 0.52],
          [0.72, 0.2, 0.03, 0.52],
          [0.41, 0.36, 0.4, 0.03],
        ],
        '#1c1626',
      ),
      drawGlow([1.36, 2.4, 0.6], 0.6, '#ffb347', 0.6),
    ],
    ...drawTower([1.95, 1.85, 0.46], 0.6, 1, false),
    ...drawFlag([2.25, 2.15, 1.6], stuff.gold),
  ],
};

const ground: At = [0, 0, 0];
const groundSize: At = [2.3, 2.1, 1.9];
const drawRoom = (face: 'left' | 'right', u: number, v: number, w: number, h: number): Shape[] => [
  paintPatches(face, ground, groundSize, [[u - 0.06, v - 0.06, w + 0.12, h + 0.12]], stuff.slate[face]),
  paintPatches(face, ground, groundSize, [[u, v, w, h]], face === 'left' ? '#b8742f' : '#94592a'),
  paintPatches(face, ground, groundSize, [[u, v, w, h * 0.5]], face === 'left' ? '#e09a45' : '#b8742f'),
  paintPatches(face, ground, groundSize, [[u, v + h - 0.07, w, 0.07]], stuff.oak[face]),
  paintPatches(face, ground, groundSize, [[u + w * 0.45, v, 0.1, 0.14]], '#fff0bd'),
];
const bunker: Drawing = {
  things: [
    [drawShadow([0, 0], [2.3, 2.1])],
    [
      ...drawBlock(ground, groundSize, stuff.dirt, { seed: 13, cell: 0.2, share: 0.4, rim: 0.04 }),
      paintPatches('left', ground, groundSize, [[0, 0.95, 2.3, 0.95]], stuff.stone.left),
      paintPatches('right', ground, groundSize, [[0, 0.95, 2.1, 0.95]], stuff.stone.right),
      paintPatches(
        'left',
        ground,
        groundSize,
        [
          [0, 0.9, 0.4, 0.1],
          [0.7, 0.85, 0.3, 0.12],
          [1.6, 0.9, 0.5, 0.1],
        ],
        stuff.stone.left,
      ),
      paintPatches(
        'left',
        ground,
        groundSize,
        [
          [0.1, 1.5, 0.3, 0.2],
          [1.9, 1.1, 0.2, 0.3],
          [0.8, 1.75, 0.4, 0.15],
        ],
        stuff.slate.left,
      ),
      paintPatches(
        'right',
        ground,
        groundSize,
        [
          [0.2, 1.1, 0.3, 0.2],
          [1.6, 1.6, 0.3, 0.2],
          [0.9, 1.72, 0.2, 0.18],
        ],
        stuff.slate.right,
      ),
      paintPatches(
        'right',
        ground,
        groundSize,
        [
          [0.3, 1.5, 0.14, 0.14],
          [0.46, 1.42, 0.1, 0.1],
          [1.72, 1.2, 0.12, 0.12],
        ],
        stuff.aqua.left,
      ),
      paintPatches(
        'left',
        ground,
        groundSize,
        [
          [0.2, 1.2, 0.12, 0.12],
          [0.34, 1.3, 0.08, 0.08],
        ],
        stuff.emerald.left,
      ),
      ...drawRoom('left', 0.5, 0.5, 1.5, 0.76),
      ...drawRoom('right', 0.45, 0.5, 1.2, 0.62),
    ],
    [
      paintPatches('left', ground, groundSize, [[0.62, 0.9, 0.42, 0.29]], stuff.bark.left),
      paintPatches('left', ground, groundSize, [[0.65, 0.93, 0.36, 0.23]], stuff.plank.left),
      paintPatches(
        'left',
        ground,
        groundSize,
        [
          [0.65, 1.0, 0.36, 0.04],
          [0.8, 0.98, 0.07, 0.1],
        ],
        stuff.gold.top,
      ),
      paintPatches('left', ground, groundSize, [[1.3, 1.02, 0.56, 0.17]], '#8f2a33'),
      paintPatches('left', ground, groundSize, [[1.3, 0.98, 0.56, 0.09]], stuff.ruby.left),
      paintPatches('left', ground, groundSize, [[1.3, 0.94, 0.18, 0.11]], stuff.cloth.left),
      paintPatches('left', ground, groundSize, [[1.5, 0.6, 0.3, 0.2]], stuff.bark.left),
      paintPatches('left', ground, groundSize, [[1.53, 0.63, 0.24, 0.14]], '#74b9ff'),
      paintPatches('right', ground, groundSize, [[0.55, 0.62, 0.42, 0.43]], stuff.bark.right),
      paintPatches(
        'right',
        ground,
        groundSize,
        [
          [0.58, 0.66, 0.08, 0.15],
          [0.68, 0.66, 0.06, 0.15],
          [0.76, 0.66, 0.1, 0.15],
          [0.6, 0.86, 0.1, 0.15],
          [0.74, 0.86, 0.06, 0.15],
          [0.84, 0.86, 0.08, 0.15],
        ],
        '#e0803a',
      ),
      paintPatches('right', ground, groundSize, [[1.14, 0.8, 0.34, 0.25]], stuff.iron.right),
      paintPatches('right', ground, groundSize, [[1.2, 0.88, 0.22, 0.12]], '#ff9a3d'),
      drawGlow([1.27, 2.2, 1.05], 0.75, '#ffb347', 0.65),
      drawGlow([2.4, 1, 1.1], 0.6, '#ffb347', 0.5),
    ],
    drawBlock([-0.05, -0.05, 1.9], [2.4, 2.2, 0.16], stuff.grass, { seed: 3 }),
    ...drawTree([0.45, 0.5, 2.06], 0.85),
    [
      ...drawBlock([1.15, 0.75, 2.06], [0.75, 0.7, 0.2], stuff.iron, { seed: 4, cell: 0.15 }),
      paintPatches('top', [1.15, 0.75, 2.06], [0.75, 0.7, 0.2], [[0.12, 0.12, 0.51, 0.46]], stuff.basalt.top),
      paintPatches(
        'top',
        [1.15, 0.75, 2.06],
        [0.75, 0.7, 0.2],
        [
          [0.2, 0.2, 0.12, 0.3],
          [0.42, 0.2, 0.12, 0.3],
        ],
        stuff.gold.left,
      ),
    ],
    drawPost([2.05, 0.3, 2.06], 0.08, 0.9, stuff.iron),
    [...drawPlainBlock([1.93, 0.18, 2.9], [0.24, 0.24, 0.1], stuff.ruby)],
    drawFlower(0.5, 1.7, 0, 2.06),
    drawFlower(1.7, 1.85, 1, 2.06),
  ],
};

export const strongholds = {
  'base-castle': castle,
  'base-bunker': bunker,
} as const;
