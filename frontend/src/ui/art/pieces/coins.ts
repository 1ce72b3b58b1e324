import type { Drawing } from '../kit/drawing';
import { drawPrism, type At, type Shape } from '../kit/isometric';
import {
  drawCoin,
  drawCoinCrate,
  drawCoinStack,
  drawCrate,
  drawLantern,
  drawPost,
  drawSeal,
  drawSparkle,
} from '../kit/market-objects';
import { drawGlow, paintPatches } from '../kit/surface-marks';
import { drawBlock, drawDisc, drawLine, drawPlainBlock, drawShadow, drawWheel } from '../kit/solids';
import { darkenColour, stuff } from '../kit/colour-tones';

/** Drawings of the coin products, from one open crate to a loaded wagon. */

const drawSealedCrate = (at: At, size: At = [1, 1, 1]): Shape[] => [
  ...drawCrate(at, size),
  ...drawSeal(at, size),
];

const one: Drawing = {
  scale: 92,
  things: [
    [drawShadow([0, 0], [1, 1])],
    ...drawCoinCrate([0, 0, 0]),
    drawCoin([1.12, 1.12, 0]),
    drawSparkle([0.05, 0.75, 1.3], 0.12),
  ],
};

const purse: Drawing = {
  scale: 78,
  things: [
    [drawShadow([0, 0], [1, 1]), drawShadow([1.15, 0.35], [0.5, 0.5])],
    ...drawCoinCrate([0, 0, 0]),
    ...drawCoinStack([1.42, 0.4, 0], 5, 0.22),
    ...drawCoinStack([1.3, 0.95, 0], 3, 0.22),
    drawCoin([0.75, 1.32, 0], 0.22),
    drawSparkle([0.05, 0.75, 1.3], 0.13),
  ],
};

const pair: Drawing = {
  scale: 66,
  things: [
    [drawShadow([0, 0], [1, 1]), drawShadow([1.12, 0.1], [1, 1])],
    drawSealedCrate([0, 0, 0]),
    ...drawCoinCrate([0.05, 0.05, 1], [0.9, 0.9, 0.8]),
    ...drawCoinCrate([1.14, 0.14, 0]),
    ...drawCoinStack([0.35, 1.36, 0], 4, 0.22),
    drawCoin([0.9, 1.4, 0], 0.22),
    drawSparkle([0, 0.7, 2.05], 0.14),
  ],
};

const pyramidOfCrates: Drawing = {
  scale: 56,
  things: [
    [drawShadow([0, 0], [2.1, 2.1])],
    drawSealedCrate([0, 0, 0]),
    drawSealedCrate([1.06, 0, 0]),
    drawSealedCrate([0, 1.06, 0]),
    drawSealedCrate([0.08, 0.04, 1]),
    ...drawCoinCrate([1.06, 1.06, 0]),
    ...drawCoinCrate([1.1, 0.1, 1], [0.9, 0.9, 0.8]),
    ...drawCoinCrate([0.1, 1.1, 1], [0.9, 0.9, 0.8]),
    ...drawCoinCrate([0.14, 0.1, 2], [0.9, 0.9, 0.8]),
    ...drawCoinStack([2.45, 0.75, 0], 5, 0.22),
    ...drawCoinStack([0.7, 2.4, 0], 3, 0.22),
    drawSparkle([0, 0.7, 3], 0.16),
  ],
};

const drawCartWheel = ([x, y, z]: At): Shape[][] => [
  [
    ...drawWheel([x, y, z], 0.42, 0.14, stuff.bark, 14),
    ...drawWheel([x, y + 0.02, z], 0.31, 0.02, stuff.oak, 14),
    ...([0, 1, 2, 3] as const).map((turn) => {
      const [u, v] = [Math.cos((turn * Math.PI) / 4) * 0.31, Math.sin((turn * Math.PI) / 4) * 0.31];
      return drawLine(
        [x - u, y + 0.02, z - v],
        [x + u, y + 0.02, z + v],
        0.06,
        darkenColour(stuff.bark.left, 0.3),
        1,
      );
    }),
    ...drawWheel([x, y + 0.06, z], 0.1, 0.06, stuff.gold, 8),
  ],
];

const bed: At = [0, 0, 0.5];
const bedSize: At = [2.7, 1.5, 0.22];
const wagon: Drawing = {
  things: [
    [drawShadow([0.2, 0.1], [2.5, 1.4])],
    ...drawCartWheel([0.55, 0.1, 0.42]),
    ...drawCartWheel([2.15, 0.1, 0.42]),
    [
      ...drawBlock(bed, bedSize, stuff.plank, { seed: 6, cell: 0.125 }),
      paintPatches(
        'left',
        bed,
        bedSize,
        [
          [0.2, 0.06, 0.08, 0.1],
          [1.3, 0.06, 0.08, 0.1],
          [2.4, 0.06, 0.08, 0.1],
        ],
        stuff.iron.left,
      ),
    ],
    drawBlock([0, 0, 0.72], [2.7, 0.12, 0.5], stuff.oak, { seed: 3, cell: 0.125 }),
    drawBlock([0, 0.12, 0.72], [0.12, 1.26, 0.5], stuff.oak, { seed: 4, cell: 0.125 }),
    drawSealedCrate([0.18, 0.2, 0.72], [0.95, 0.95, 0.95]),
    drawSealedCrate([1.2, 0.2, 0.72], [0.95, 0.95, 0.95]),
    ...drawCoinCrate([0.22, 0.24, 1.67], [0.86, 0.86, 0.75]),
    ...drawCoinCrate([1.25, 0.24, 1.67], [0.86, 0.86, 0.75]),
    ...drawCoinStack([2.4, 0.4, 0.72], 6, 0.2),
    ...drawCoinStack([2.36, 0.82, 0.72], 4, 0.2),
    ...drawCoinStack([0.45, 1.26, 0.72], 3, 0.17),
    ...drawCoinStack([0.95, 1.28, 0.72], 4, 0.17),
    ...drawCoinStack([1.5, 1.26, 0.72], 3, 0.17),
    ...drawCoinStack([2, 1.27, 0.72], 4, 0.17),
    [
      ...drawBlock([2.58, 0.12, 0.72], [0.12, 1.26, 0.36], stuff.oak, { seed: 8, cell: 0.125 }),
      ...drawBlock([0, 1.38, 0.72], [2.7, 0.12, 0.3], stuff.oak, { seed: 7, cell: 0.125 }),
      paintPatches(
        'left',
        [0, 1.38, 0.72],
        [2.7, 0.12, 0.3],
        [
          [0.3, 0, 0.1, 0.3],
          [1.3, 0, 0.1, 0.3],
          [2.3, 0, 0.1, 0.3],
        ],
        stuff.slate.left,
      ),
    ],
    ...drawCartWheel([0.55, 1.62, 0.42]),
    ...drawCartWheel([2.15, 1.62, 0.42]),
    drawBlock([2.7, 0.6, 0.5], [1, 0.14, 0.14], stuff.bark, { seed: 2 }),
    drawPost([2.62, 1.44, 1.02], 0.1, 0.75, stuff.bark),
    drawPlainBlock([2.57, 1.39, 1.77], [0.1, 0.34, 0.08], stuff.bark),
    ...drawLantern([2.53, 1.5, 1.25], 0.24),
    drawSparkle([0.1, 0.9, 2.5], 0.15),
  ],
};

const beam: At = [0, 0.56, 2.3];
const scales: Drawing = {
  things: [
    [drawShadow([0.45, 0.3], [1.5, 0.7])],
    drawBlock([0.55, 0.1, 0], [1.3, 0.9, 0.26], stuff.slate, { seed: 2 }),
    drawBlock([0.8, 0.3, 0.26], [0.8, 0.5, 0.2], stuff.gold, { seed: 4, cell: 0.125 }),
    drawPost([1.2, 0.55, 0.46], 0.18, 1.9, stuff.gold),
    [
      drawLine([2.5, 0.5, 2.4], [2.2, 0.5, 1.45], 0.03, '#d9a441', 1),
      drawLine([2.5, 0.5, 2.4], [2.8, 0.5, 1.45], 0.03, '#d9a441', 1),
    ],
    drawDisc([2.5, 0.5, 1.32], 0.5, 0.12, stuff.gold, 12),
    ...drawCoinStack([2.36, 0.34, 1.44], 5, 0.2),
    ...drawCoinStack([2.62, 0.62, 1.44], 3, 0.2),
    [
      ...drawPrism(
        [
          [-0.25, 0],
          [2.65, 0.05],
          [2.65, 0.2],
          [1.2, 0.34],
          [-0.25, 0.16],
        ],
        { plane: 'left', at: beam, thick: 0.14, tone: stuff.gold },
      ),
    ],
    drawBlock([1.06, 0.4, 2.6], [0.28, 0.28, 0.28], stuff.amethyst, { seed: 0 }),
    [
      drawLine([-0.1, 0.5, 2.36], [-0.4, 0.5, 1.35], 0.03, '#d9a441', 1),
      drawLine([-0.1, 0.5, 2.36], [0.2, 0.5, 1.35], 0.03, '#d9a441', 1),
    ],
    drawDisc([-0.1, 0.5, 1.22], 0.5, 0.12, stuff.gold, 12),
    drawBlock([-0.4, 0.22, 1.34], [0.58, 0.58, 0.58], stuff.emerald, { seed: 7, cell: 0.145, share: 0.35 }),
    [drawGlow([2.5, 0.5, 1.9], 0.8, '#ffcf5a', 0.4)],
    drawSparkle([2.75, 0.3, 2.1], 0.16),
  ],
};

export const coins = {
  'coins-10m': one,
  'coins-25m': purse,
  'coins-50m': pair,
  'coins-100m': pyramidOfCrates,
  'coins-250m': wagon,
  'coins-custom': scales,
} as const;
