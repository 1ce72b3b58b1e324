import type { Drawing } from '../kit/drawing';
import { type At, type Shape } from '../kit/isometric';
import { drawGable, drawLantern, drawLawn, drawPost, drawTree, drawWindows } from '../kit/market-objects';
import { drawGlow, paintPatches } from '../kit/surface-marks';
import { drawBlock, drawLine, drawPlainBlock, drawShadow } from '../kit/solids';
import { darkenColour, stuff, createTone, type Tone } from '../kit/colour-tones';

import { drawCourses, drawDoor, drawFlower, drawTiles } from './building-parts';

/** Drawings of small bases of farmers, each on a piece of land, with light in the windows. */

const straw: Tone = createTone('#e0b64a');
const roofRed: Tone = createTone('#b4483f');

const hutAt: At = [0.55, 0.35, 0.46];
const hutSize: At = [1.3, 1.15, 0.8];
const hut: Drawing = {
  things: [
    [drawShadow([0, 0], [2.5, 2.3])],
    ...drawLawn([0, 0, 0], [2.5, 2.3]),
    [
      paintPatches(
        'top',
        [0, 0, 0.32],
        [2.5, 2.3, 0.14],
        [
          [1.02, 1.5, 0.4, 0.8],
          [0.9, 1.9, 0.3, 0.2],
        ],
        stuff.sand.left,
      ),
    ],
    ...drawTree([2.2, 0.35, 0.46], 0.9),
    [
      ...drawBlock(hutAt, hutSize, stuff.oak, { seed: 3, cell: 0.16 }),
      ...drawCourses(hutAt, hutSize, 5, stuff.oak),
      ...drawDoor(hutAt, hutSize, 0.5),
      ...drawWindows('left', hutAt, hutSize, [
        [0.14, 0.24, 0.24, 0.26],
        [0.94, 0.24, 0.24, 0.26],
      ]),
      ...drawWindows('right', hutAt, hutSize, [
        [0.2, 0.24, 0.28, 0.28],
        [0.66, 0.24, 0.28, 0.28],
      ]),
    ],
    drawPlainBlock([0.72, 0.5, 1.5], [0.26, 0.26, 0.75], stuff.stone),
    [
      ...drawGable([0.55, 0.35, 1.26], [1.3, 1.15, 0.72], roofRed),
      ...drawTiles(
        [0.55, 1.62, 1.26],
        1.39,
        [
          [0.65, 0.88],
          [1.42, 0.06],
        ],
        5,
        darkenColour(roofRed.right, 0.5),
      ),
      paintPatches('left', [0.55, 0.35, 1.26], [1.3, 1.15, 0.72], [[0.55, 0.36, 0.2, 0.2]], '#2a1c14'),
      paintPatches('left', [0.55, 0.35, 1.26], [1.3, 1.15, 0.72], [[0.58, 0.39, 0.14, 0.14]], '#ffd36b'),
    ],
    [drawGlow([1.2, 1.9, 0.7], 0.8, '#ffb347', 0.55)],
    drawPost([0.5, 1.95, 0.46], 0.1, 0.3, stuff.bark),
    ...drawLantern([0.38, 1.83, 0.76], 0.24),
    drawPlainBlock([2, 1.75, 0.46], [0.36, 0.36, 0.36], stuff.plank),
    ...(
      [
        [0.2, 1.7],
        [1.75, 2.1],
        [2.3, 1.4],
        [0.3, 2.1],
      ] as const
    ).map(([x, y], place) => drawFlower(x, y, place)),
  ],
};

const drawWheatRow = (x: number): Shape[][] => [
  drawBlock([x, 0.95, 0.46], [0.3, 1.3, 0.05], stuff.bark, { seed: 4 }),
  ...[1, 1.32, 1.64, 1.96].map((y, place) => [
    ...drawPlainBlock([x + 0.04, y, 0.5], [0.22, 0.2, 0.26 + ((place * 3 + x * 10) % 3) * 0.05], stuff.moss),
    ...drawPlainBlock([x + 0.04, y, 0.72 + ((place * 3 + x * 10) % 3) * 0.05], [0.22, 0.2, 0.18], straw),
  ]),
];

const barnAt: At = [1.25, 0.2, 0.46];
const barnSize: At = [1.15, 1.05, 0.72];
const farm: Drawing = {
  things: [
    [drawShadow([0, 0], [2.6, 2.4])],
    ...drawLawn([0, 0, 0], [2.6, 2.4]),
    [
      paintPatches('top', [0, 0, 0.32], [2.6, 2.4, 0.14], [[0.1, 0.9, 1.1, 1.4]], stuff.dirt.top),
      paintPatches(
        'top',
        [0, 0, 0.32],
        [2.6, 2.4, 0.14],
        [
          [1.28, 1.45, 0.22, 0.85],
          [1.28, 1.45, 1.22, 0.2],
        ],
        stuff.water.top,
      ),
      paintPatches(
        'top',
        [0, 0, 0.32],
        [2.6, 2.4, 0.14],
        [
          [1.3, 1.5, 0.06, 0.3],
          [1.9, 1.5, 0.3, 0.05],
        ],
        '#c9e6ff',
        0.8,
      ),
    ],
    ...drawTree([0.4, 0.35, 0.46], 0.7),
    [
      ...drawBlock(barnAt, barnSize, roofRed, { seed: 3, cell: 0.16 }),
      ...drawCourses(barnAt, barnSize, 4, roofRed),
      paintPatches('left', barnAt, barnSize, [[0.34, 0.16, 0.48, 0.56]], stuff.cloth.left),
      paintPatches('left', barnAt, barnSize, [[0.38, 0.2, 0.4, 0.52]], '#5a2320'),
      paintPatches(
        'left',
        barnAt,
        barnSize,
        [
          [0.56, 0.2, 0.04, 0.52],
          [0.38, 0.42, 0.4, 0.04],
        ],
        stuff.cloth.left,
      ),
      ...drawWindows('right', barnAt, barnSize, [[0.36, 0.2, 0.3, 0.28]]),
    ],
    [
      ...drawGable([1.25, 0.2, 1.18], [1.15, 1.05, 0.62], stuff.slate),
      ...drawTiles(
        [1.25, 1.37, 1.18],
        1.29,
        [
          [0.58, 0.78],
          [1.27, 0.06],
        ],
        4,
        darkenColour(stuff.slate.right, 0.5),
      ),
      ...drawWindows('left', [1.25, 0.2, 1.18], [1.15, 1.05, 0.62], [[0.48, 0.3, 0.18, 0.18]]),
    ],
    ...[0.14, 0.5, 0.86].flatMap(drawWheatRow),
    drawBlock([1.75, 1.78, 0.46], [0.46, 0.46, 0.36], straw, { seed: 7, cell: 0.12, share: 0.4 }),
    drawBlock([2.1, 1.72, 0.46], [0.36, 0.36, 0.3], straw, { seed: 2, cell: 0.12, share: 0.4 }),
    ...[0.15, 0.75, 1.35, 1.95].map((x) => drawPlainBlock([x, 2.28, 0.46], [0.08, 0.08, 0.3], stuff.birch)),
    [drawLine([0.15, 2.34, 0.66], [2.03, 2.34, 0.66], 0.06, stuff.birch.left)],
  ],
};

const isle: Drawing = {
  things: [
    drawBlock([0.85, 0.85, -1.5], [0.5, 0.5, 0.5], stuff.slate, { seed: 2, cell: 0.2, share: 0.4 }),
    drawBlock([0.55, 0.6, -1.1], [1.1, 1.05, 0.5], stuff.slate, { seed: 5, cell: 0.2, share: 0.4 }),
    drawBlock([0.25, 0.3, -0.68], [1.75, 1.65, 0.5], stuff.stone, { seed: 7, cell: 0.2, share: 0.4 }),
    [
      ...drawBlock([0, 0, -0.25], [2.3, 2.2, 0.36], stuff.dirt, { seed: 4, cell: 0.2, share: 0.35 }),
      paintPatches(
        'left',
        [0, 0, -0.25],
        [2.3, 2.2, 0.36],
        [
          [0.3, 0, 0.2, 0.12],
          [0.9, 0, 0.3, 0.16],
          [1.7, 0, 0.2, 0.1],
        ],
        stuff.grass.left,
      ),
      paintPatches(
        'right',
        [0, 0, -0.25],
        [2.3, 2.2, 0.36],
        [
          [0.2, 0, 0.3, 0.14],
          [1.2, 0, 0.2, 0.1],
          [1.8, 0, 0.2, 0.16],
        ],
        stuff.grass.right,
      ),
    ],
    drawBlock([-0.05, -0.05, 0.11], [2.4, 2.3, 0.15], stuff.grass, { seed: 3 }),
    [
      paintPatches(
        'top',
        [-0.05, -0.05, 0.11],
        [2.4, 2.3, 0.15],
        [
          [1.55, 1.25, 0.6, 0.6],
          [1.7, 1.85, 0.3, 0.45],
        ],
        stuff.water.top,
      ),
      paintPatches(
        'top',
        [-0.05, -0.05, 0.11],
        [2.4, 2.3, 0.15],
        [
          [1.62, 1.32, 0.24, 0.06],
          [1.76, 1.9, 0.06, 0.3],
        ],
        '#d6efff',
        0.85,
      ),
      paintPatches(
        'left',
        [-0.05, -0.05, -1.1],
        [2.4, 2.3, 1.36],
        [[1.7, 0, 0.3, 1.36]],
        stuff.water.left,
        0.92,
      ),
      paintPatches(
        'left',
        [-0.05, -0.05, -1.1],
        [2.4, 2.3, 1.36],
        [
          [1.75, 0, 0.06, 0.9],
          [1.88, 0.2, 0.05, 1],
        ],
        '#c9e6ff',
        0.85,
      ),
    ],
    ...drawTree([0.5, 0.45, 0.26], 1),
    [
      ...drawBlock([1.15, 0.3, 0.26], [0.85, 0.75, 0.6], stuff.birch, { seed: 3, cell: 0.15 }),
      ...drawWindows('left', [1.15, 0.3, 0.26], [0.85, 0.75, 0.6], [[0.12, 0.16, 0.2, 0.2]]),
      ...drawDoor([1.15, 0.3, 0.26], [0.85, 0.75, 0.6], 0.44),
      ...drawWindows('right', [1.15, 0.3, 0.26], [0.85, 0.75, 0.6], [[0.24, 0.16, 0.26, 0.24]]),
    ],
    [
      ...drawGable([1.15, 0.3, 0.86], [0.85, 0.75, 0.5], stuff.teal, 0.1),
      ...drawTiles(
        [1.15, 1.15, 0.86],
        0.95,
        [
          [0.43, 0.66],
          [0.95, 0.06],
        ],
        4,
        darkenColour(stuff.teal.right, 0.5),
      ),
    ],
    drawPost([0.5, 1.75, 0.26], 0.09, 0.3, stuff.bark),
    ...drawLantern([0.38, 1.63, 0.56], 0.24),
    drawFlower(1, 1.7, 1, 0.26),
  ],
};

export const bases = {
  'base-hut': hut,
  'base-farm': farm,
  'base-sky-island': isle,
} as const;
