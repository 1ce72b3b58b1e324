import type { Drawing } from '../kit/drawing';
import { drawPrism, type At, type Shape, type Spot } from '../kit/isometric';
import { drawGem, drawSparkle } from '../kit/market-objects';
import { drawGlow, paintPatches, type Patch } from '../kit/surface-marks';
import { drawBlock, drawPlainBlock, drawShadow } from '../kit/solids';
import { darkenColour, lightenColour, mixColours, stuff, createTone, type Tone } from '../kit/colour-tones';

/** Drawings of tools and weapons, each standing in the kind of block for which it is made. */

const dusk: Tone = { top: '#a79dbb', left: '#776d8f', right: '#4a4260' };
const edgeLight: Tone = { top: '#ece4fa', left: '#c4b9dc', right: '#8578a6' };

/** Draws an upright outline with a thickness, facing left. */
const drawUprightShape = (at: At, outline: readonly Spot[], tones: Tone, thick = 0.2): Shape[] =>
  drawPrism(outline, { plane: 'left', at, thick, tone: tones });

const mirrorOutline = (outline: readonly Spot[]): Spot[] => [
  ...outline,
  ...outline.map(([u, v]): Spot => [-u, v]).toReversed(),
];

/** Draws a rock with glinting ore in it. */
function drawOre(at: At, size: At, stone: Tone, glint: Tone, seed: number): Shape[] {
  const spots: readonly Patch[] = [
    [0.2, 0.24, 0.22, 0.16],
    [0.3, 0.16, 0.14, 0.34],
    [0.82, 0.42, 0.26, 0.16],
    [0.9, 0.34, 0.12, 0.3],
    [0.36, 0.68, 0.2, 0.14],
  ].map(([u = 0, v = 0, w = 0, h = 0]): Patch => [u * size[0] * 0.85, v * size[2], w, h * size[2]]);
  return [
    ...drawBlock(at, size, stone, { seed, cell: 0.2, share: 0.34 }),
    paintPatches('left', at, size, spots, darkenColour(glint.left, 0.25)),
    paintPatches(
      'left',
      at,
      size,
      spots.map(([u, v, w, h]): Patch => [u, v, w * 0.6, h * 0.6]),
      glint.top,
    ),
    paintPatches(
      'right',
      at,
      size,
      spots.map(([u, v, w, h]): Patch => [u + 0.12, v + 0.06, w, h]),
      darkenColour(glint.right, 0.2),
    ),
    paintPatches(
      'right',
      at,
      size,
      spots.map(([u, v, w, h]): Patch => [u + 0.12, v + 0.06, w * 0.5, h * 0.5]),
      glint.left,
    ),
    paintPatches(
      'top',
      at,
      size,
      [
        [0.2, 0.7, 0.2, 0.16],
        [0.9, 0.3, 0.22, 0.14],
      ],
      glint.left,
    ),
  ];
}

const rock: At = [0.1, 0.1, 0];
const rockSize: At = [1.3, 1.3, 0.6];
const centreAtHeight = (z: number): At => [0.75, 0.84, z];
const createStripOutline = (half: number, from: number, to: number): Spot[] => [
  [-half, from],
  [half, from],
  [half, to],
  [-half, to],
];

const sword: Drawing = {
  things: [
    [drawShadow([0.1, 0.1], [1.3, 1.3])],
    drawBlock(rock, rockSize, stuff.basalt, { seed: 12, cell: 0.19, share: 0.34 }),
    [
      paintPatches('top', rock, rockSize, [[0.2, 0.45, 0.9, 0.36]], '#171427'),
      paintPatches('top', rock, rockSize, [[0.16, 0.81, 0.98, 0.06]], '#b79bff', 0.9),
      drawGlow([0.75, 0.75, 1.6], 1.5, '#9470ea', 0.5),
    ],
    drawUprightShape(centreAtHeight(0.6), createStripOutline(0.3, 0, 1.65), dusk, 0.22),
    [
      ...drawUprightShape(
        centreAtHeight(0.6),
        [
          [-0.3, 0],
          [-0.06, 0],
          [-0.06, 1.65],
          [-0.3, 1.65],
        ],
        edgeLight,
        0.01,
      ),
      ...drawUprightShape(
        centreAtHeight(0.6),
        createStripOutline(0.07, 0.08, 1.6),
        createTone('#2f2940'),
        0.01,
      ),
      ...[0.3, 0.72, 1.14].flatMap((v) =>
        drawUprightShape(
          centreAtHeight(0.6),
          createStripOutline(0.05, v, v + 0.16),
          createTone('#c9b3ff'),
          0.01,
        ),
      ),
    ],
    drawUprightShape(
      [0.75, 0.92, 2.2],
      mirrorOutline([
        [0.86, 0.32],
        [0.86, 0.08],
        [0.6, 0],
        [0, 0],
      ]),
      stuff.gold,
      0.38,
    ),
    drawUprightShape([0.75, 0.86, 2.5], createStripOutline(0.14, 0, 0.62), stuff.leather, 0.24),
    [0.08, 0.26, 0.44].flatMap((v) =>
      drawUprightShape(
        [0.75, 0.87, 2.5 + v],
        [
          [-0.14, 0],
          [0.14, 0.06],
          [0.14, 0.13],
          [-0.14, 0.07],
        ],
        createTone('#6e3f1d'),
        0.01,
      ),
    ),
    drawPlainBlock([0.55, 0.54, 3.1], [0.38, 0.38, 0.34], stuff.amethyst),
    drawUprightShape(
      [0.75, 0.94, 2.24],
      [
        [0, -0.04],
        [0.15, 0.15],
        [0, 0.34],
        [-0.15, 0.15],
      ],
      stuff.amethyst,
      0.05,
    ),
    drawSparkle([0.4, 1, 2], 0.14),
  ],
};

const head: Spot[] = [
  [-1.3, 0.1],
  [-0.85, 0.52],
  [-0.3, 0.72],
  [0.3, 0.72],
  [0.85, 0.52],
  [1.3, 0.1],
  [1.02, 0.12],
  [0.62, 0.3],
  [0.24, 0.38],
  [-0.24, 0.38],
  [-0.62, 0.3],
  [-1.02, 0.12],
];
const shine: Spot[] = [
  [-1.12, 0.24],
  [-0.85, 0.48],
  [-0.3, 0.67],
  [0.3, 0.67],
  [0.3, 0.6],
  [-0.3, 0.6],
  [-0.8, 0.42],
];

const pickaxe: Drawing = {
  things: [
    [drawShadow([0, 0], [1.5, 1.5])],
    drawOre(rock, rockSize, stuff.slate, stuff.aqua, 21),
    [drawGlow([0.75, 0.75, 2.3], 1.4, '#9470ea', 0.4)],
    [paintPatches('top', rock, rockSize, [[0.42, 0.5, 0.46, 0.32]], '#171427')],
    drawUprightShape([0.75, 0.84, 0.6], createStripOutline(0.14, 0, 1.7), stuff.oak, 0.26),
    [
      ...drawUprightShape([0.75, 0.85, 0.85], createStripOutline(0.14, 0, 0.42), stuff.leather, 0.01),
      ...[0.05, 0.19, 0.33].flatMap((v) =>
        drawUprightShape(
          [0.75, 0.86, 0.85 + v],
          createStripOutline(0.14, 0, 0.05),
          createTone('#6e3f1d'),
          0.01,
        ),
      ),
    ],
    drawUprightShape([0.75, 0.88, 1.95], head, dusk, 0.34),
    [
      ...drawUprightShape([0.75, 0.89, 1.95], shine, edgeLight, 0.01),
      ...drawUprightShape(
        [0.75, 0.89, 1.95],
        [
          [-1.3, 0.1],
          [-1.1, 0.29],
          [-0.92, 0.18],
          [-1.02, 0.12],
        ],
        edgeLight,
        0.01,
      ),
    ],
    drawUprightShape([0.75, 0.95, 2.22], createStripOutline(0.24, 0, 0.58), stuff.gold, 0.46),
    drawUprightShape(
      [0.75, 0.97, 2.36],
      [
        [0, -0.03],
        [0.13, 0.14],
        [0, 0.31],
        [-0.13, 0.14],
      ],
      stuff.amethyst,
      0.04,
    ),
    drawSparkle([0.1, 1.4, 2.5], 0.14),
  ],
};

const drawProng = (u: number, top: number, side: -1 | 0 | 1): Spot[] =>
  side === 0
    ? [
        [u - 0.15, 0],
        [u + 0.15, 0],
        [u + 0.15, top - 0.5],
        [u + 0.24, top - 0.5],
        [u, top],
        [u - 0.24, top - 0.5],
        [u - 0.15, top - 0.5],
      ]
    : [
        [u - 0.14, 0],
        [u + 0.14, 0],
        [u + 0.14, top - 0.34],
        [u + side * 0.26, top],
        [u - 0.14, top - 0.34],
      ];

const trident: Drawing = {
  things: [
    [drawShadow([0, 0], [1.5, 1.5])],
    drawOre(rock, rockSize, stuff.teal, createTone('#bff3e4'), 33),
    [drawGlow([0.75, 0.75, 2.2], 1.5, '#5fe0d0', 0.5)],
    [paintPatches('top', rock, rockSize, [[0.42, 0.5, 0.46, 0.32]], '#0e2a30')],
    drawUprightShape([0.75, 0.83, 0.6], createStripOutline(0.13, 0, 1.3), createTone('#2f7f86'), 0.24),
    [0.3, 0.52, 0.74].flatMap((v) =>
      drawUprightShape([0.75, 0.84, 0.6 + v], createStripOutline(0.13, 0, 0.1), stuff.gold, 0.01),
    ),
    drawUprightShape([0.75, 0.88, 1.8], drawProng(-0.74, 1, -1), stuff.aqua, 0.32),
    drawUprightShape([0.75, 0.88, 1.8], drawProng(0, 1.35, 0), stuff.aqua, 0.32),
    drawUprightShape([0.75, 0.88, 1.8], drawProng(0.74, 1, 1), stuff.aqua, 0.32),
    drawUprightShape([0.75, 0.9, 1.7], createStripOutline(0.88, 0, 0.3), createTone('#2f8d98'), 0.36),
    drawUprightShape([0.75, 0.96, 1.66], createStripOutline(0.24, 0, 0.4), stuff.gold, 0.46),
    drawSparkle([0.3, 1.2, 2.9], 0.14),
    [
      [0.1, 1.62, 0.5],
      [-0.1, 1.5, 0.9],
      [1.6, 0.2, 1.2],
    ].map(([x = 0, y = 0, z = 0]) => drawGlow([x, y, z], 0.1, '#c9fff4', 1)),
  ],
};

const drawRocketBody = ([x, y, z]: At, paper: Tone, turn: 0 | 1): Shape[][] => {
  const at: At = [x, y, z + 0.55];
  const size: At = [0.46, 0.46, 1.15];
  const stripes: Patch[] = [
    [0, 0.16, 0.46, 0.1],
    [0, 0.88, 0.46, 0.1],
  ];
  return [
    drawPlainBlock([x + 0.18, y + 0.18, z], [0.1, 0.1, 0.6], stuff.birch),
    [
      ...drawBlock(at, size, paper, { seed: 0 }),
      paintPatches('left', at, size, stripes, stuff.cloth.left),
      paintPatches('right', at, size, stripes, stuff.cloth.right),
      paintPatches('left', at, size, [[0.15, 0.44, 0.16, 0.26]], turn ? stuff.gold.top : stuff.cloth.top),
      paintPatches('right', at, size, [[0.15, 0.44, 0.16, 0.26]], turn ? stuff.gold.left : stuff.cloth.left),
    ],
    [
      ...drawPlainBlock([x - 0.06, y - 0.06, z + 1.7], [0.58, 0.58, 0.09], stuff.cloth),
      ...drawGem([x + 0.23, y + 0.23, z + 1.79], 0.29, mixTones(paper, 0.1), 2.1).slice(2),
    ],
  ];
};

const mixTones = (paper: Tone, share: number): Tone => ({
  top: lightenColour(paper.top, share),
  left: lightenColour(paper.left, share),
  right: mixColours(paper.right, paper.left, share),
});

const rockets: Drawing = {
  things: [
    [drawShadow([-0.2, 0.1], [2, 1.3])],
    [...drawBlock([-0.15, 0.1, 0], [2.1, 1.5, 0.28], stuff.plank, { seed: 6, cell: 0.14 })],
    ...drawRocketBody([0.2, 0.3, 0.28], stuff.indigo, 0),
    ...drawRocketBody([1.2, 0.24, 0.28], stuff.ruby, 1),
    ...drawRocketBody([0.62, 0.98, 0.28], stuff.amethyst, 1),
    drawSparkle([-0.1, 0.5, 2.6], 0.13, '#ffd36b'),
    drawSparkle([1.75, 0.2, 2.5], 0.1, '#b79bff'),
    drawSparkle([-0.2, 0.9, 2.5], 0.1, '#74b9ff'),
  ],
};

export const tools = {
  'item-sword': sword,
  'item-pickaxe': pickaxe,
  'item-trident': trident,
  'item-rockets': rockets,
} as const;
