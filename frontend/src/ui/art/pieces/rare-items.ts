import type { Drawing } from '../kit/drawing';
import { drawPrism, type At, type Shape, type Spot } from '../kit/isometric';
import { drawCoin, drawGem, drawSparkle } from '../kit/market-objects';
import { drawGlow, paintPatches, type Patch } from '../kit/surface-marks';
import { drawBlock, drawPlainBlock, drawShadow } from '../kit/solids';
import { darkenColour, lightenColour, stuff, createTone, type Tone } from '../kit/colour-tones';

/** Drawings of rare products: wings, an idol, a box, a fruit. */

const pearl: Tone = { top: '#f3ecff', left: '#c9bfe4', right: '#8d82b6' };
const plume: Tone = { top: '#d8ccf4', left: '#a596d2', right: '#6f62a2' };
const down: Tone = { top: '#b5a6de', left: '#7f70b4', right: '#534887' };

/** Outlines of one wing: three rows of feathers, each stepped like stairs; u runs outwards, v up. */
const rows: readonly { readonly outline: readonly Spot[]; readonly look: Tone; readonly front: number }[] = [
  {
    look: down,
    front: 0,
    outline: [
      [0.1, 0.1],
      [0.4, -0.75],
      [0.55, -0.75],
      [0.62, -0.45],
      [0.85, -0.62],
      [1, -0.6],
      [1.05, -0.2],
      [1.3, -0.32],
      [1.42, -0.28],
      [1.46, 0.2],
      [1.7, 0.12],
      [1.8, 0.18],
      [1.78, 0.8],
      [1.5, 1.4],
      [0.1, 1.2],
    ],
  },
  {
    look: plume,
    front: 0.06,
    outline: [
      [0.08, 0.5],
      [0.36, -0.02],
      [0.5, 0],
      [0.58, 0.24],
      [0.82, 0.14],
      [0.94, 0.18],
      [1, 0.5],
      [1.24, 0.42],
      [1.35, 0.48],
      [1.38, 0.86],
      [1.6, 0.84],
      [1.68, 0.94],
      [1.5, 1.5],
      [0.08, 1.3],
    ],
  },
  {
    look: pearl,
    front: 0.12,
    outline: [
      [0, 0.95],
      [0.3, 0.62],
      [0.46, 0.66],
      [0.54, 0.86],
      [0.78, 0.8],
      [0.9, 0.86],
      [0.96, 1.1],
      [1.2, 1.08],
      [1.34, 1.18],
      [1.5, 1.5],
      [1.3, 1.66],
      [0.7, 1.68],
      [0.3, 1.5],
      [0, 1.5],
    ],
  },
];

function drawWing(side: 'left' | 'right'): Shape[][] {
  return rows.map(({ outline, look, front }) =>
    side === 'left'
      ? drawPrism(
          outline.map(([u, v]): Spot => [-u, v]),
          { plane: 'left', at: [0, front, 0.8], thick: 0.1, tone: look },
        )
      : drawPrism(outline, { plane: 'right', at: [front, 0, 0.8], thick: 0.1, tone: look }),
  );
}

const wings: Drawing = {
  things: [
    [drawGlow([0, 0, 1.6], 1.9, '#9470ea', 0.5)],
    ...drawWing('left'),
    ...drawWing('right'),
    drawPlainBlock([-0.08, -0.08, 1.3], [0.3, 0.3, 1.06], stuff.leather),
    [...drawPlainBlock([-0.12, -0.12, 1.62], [0.38, 0.38, 0.36], stuff.gold)],
    [...drawGem([0.24, 0.24, 1.86], 0.13, stuff.aqua, 1.2)],
    drawSparkle([-1.3, 0.4, 2.5], 0.14),
    drawSparkle([0.5, -1.2, 1.2], 0.1),
  ],
};

const chest: At = [0.3, 0.35, 0.62];
const idol: Drawing = {
  things: [
    [drawShadow([0, 0], [1.6, 1.4])],
    drawBlock([0, 0, 0], [1.6, 1.5, 0.3], stuff.slate, { seed: 8 }),
    [drawGlow([0.8, 0.7, 1.7], 1.7, '#ffcf5a', 0.5)],
    drawBlock([0.4, 0.42, 0.3], [0.8, 0.6, 0.36], stuff.gold, { seed: 3, cell: 0.2 }),
    drawPrism(
      [
        [0.25, 0.5],
        [-0.35, 1.05],
        [-0.62, 1],
        [-0.62, 0.7],
        [-0.35, 0.42],
        [-0.2, 0.2],
        [0.25, 0.1],
      ],
      { plane: 'left', at: [0.3, 0.85, 0.6], thick: 0.2, tone: stuff.gold },
    ),
    [
      ...drawBlock(chest, [1, 0.7, 0.78], stuff.gold, { seed: 5, cell: 0.2 }),
      paintPatches(
        'left',
        chest,
        [1, 0.7, 0.78],
        [[0.18, 0.12, 0.64, 0.5]],
        darkenColour(stuff.gold.left, 0.28),
      ),
      paintPatches('left', chest, [1, 0.7, 0.78], [[0.26, 0.2, 0.48, 0.34]], stuff.emerald.left),
      paintPatches('left', chest, [1, 0.7, 0.78], [[0.26, 0.2, 0.24, 0.17]], stuff.emerald.top),
      paintPatches(
        'right',
        chest,
        [1, 0.7, 0.78],
        [
          [0.12, 0.16, 0.1, 0.46],
          [0.32, 0.16, 0.1, 0.46],
        ],
        darkenColour(stuff.gold.right, 0.25),
      ),
    ],
    drawPrism(
      [
        [0, 0.1],
        [0.45, 0.2],
        [0.62, 0.42],
        [0.9, 0.7],
        [0.9, 1],
        [0.62, 1.05],
        [0, 0.5],
      ],
      { plane: 'right', at: [1.24, 0.62, 0.62], thick: 0.2, tone: stuff.gold },
    ),
    [
      ...drawBlock([0.36, 0.3, 1.4], [0.88, 0.8, 0.74], stuff.gold, { seed: 2, cell: 0.2 }),
      paintPatches(
        'left',
        [0.36, 0.3, 1.4],
        [0.88, 0.8, 0.74],
        [
          [0.12, 0.2, 0.22, 0.22],
          [0.54, 0.2, 0.22, 0.22],
        ],
        '#2b1a0c',
      ),
      paintPatches(
        'left',
        [0.36, 0.3, 1.4],
        [0.88, 0.8, 0.74],
        [
          [0.17, 0.24, 0.14, 0.16],
          [0.59, 0.24, 0.14, 0.16],
        ],
        '#4fe39a',
      ),
      paintPatches(
        'left',
        [0.36, 0.3, 1.4],
        [0.88, 0.8, 0.74],
        [
          [0.17, 0.24, 0.07, 0.07],
          [0.59, 0.24, 0.07, 0.07],
        ],
        '#e8fff2',
      ),
      paintPatches(
        'left',
        [0.36, 0.3, 1.4],
        [0.88, 0.8, 0.74],
        [[0.26, 0.54, 0.36, 0.08]],
        darkenColour(stuff.gold.left, 0.5),
      ),
      paintPatches(
        'left',
        [0.36, 0.3, 1.4],
        [0.88, 0.8, 0.74],
        [[0.08, 0.12, 0.72, 0.06]],
        lightenColour(stuff.gold.left, 0.5),
      ),
      paintPatches(
        'right',
        [0.36, 0.3, 1.4],
        [0.88, 0.8, 0.74],
        [[0.3, 0.26, 0.2, 0.22]],
        darkenColour(stuff.gold.right, 0.25),
      ),
    ],
    drawPlainBlock([0.3, 0.24, 2.14], [1, 0.92, 0.14], stuff.emerald),
    drawPlainBlock([0.6, 0.5, 2.28], [0.4, 0.4, 0.18], stuff.gold),
    drawSparkle([0.1, 1, 2.3], 0.15),
  ],
};

const shell: Tone = createTone('#8d5fc2');
const lid: At = [-0.06, -0.06, 1.16];
const lidSize: At = [1.52, 1.52, 0.62];
const jar: At = [0, 0, 0];
const jarSize: At = [1.4, 1.4, 0.78];
const bandPatches = (across: number): Patch[] => [
  [0, 0, 0.28, 0.62],
  [across - 0.28, 0, 0.28, 0.62],
];
const shellBox: Drawing = {
  things: [
    [drawShadow([0, 0], [1.4, 1.4])],
    [
      ...drawBlock(jar, jarSize, shell, { seed: 14, cell: 0.2 }),
      paintPatches('left', jar, jarSize, [[0, 0.5, 1.4, 0.28]], darkenColour(shell.left, 0.25)),
      paintPatches('right', jar, jarSize, [[0, 0.5, 1.4, 0.28]], darkenColour(shell.right, 0.25)),
      paintPatches('left', jar, jarSize, [[0.56, 0.1, 0.28, 0.28]], darkenColour(shell.left, 0.5)),
      paintPatches('left', jar, jarSize, [[0.61, 0.15, 0.18, 0.18]], stuff.gold.left),
      paintPatches('top', jar, jarSize, [[0.12, 0.12, 1.16, 1.16]], '#ffe9a3'),
    ],
    [drawGlow([0.7, 0.7, 0.95], 1.35, '#ffcf5a', 0.95)],
    drawCoin([0.35, 1.2, 0.78], 0.17),
    [...drawGem([0.8, 1.24, 0.98], 0.15, stuff.emerald, 1.2)],
    [...drawGem([1.22, 0.9, 0.98], 0.15, stuff.aqua, 1.2)],
    drawCoin([1.24, 0.45, 0.78], 0.17),
    [
      ...drawBlock(lid, lidSize, shell, { seed: 15, cell: 0.2 }),
      paintPatches('left', lid, lidSize, bandPatches(1.52), darkenColour(shell.left, 0.25)),
      paintPatches('right', lid, lidSize, bandPatches(1.52), darkenColour(shell.right, 0.25)),
      paintPatches(
        'left',
        lid,
        lidSize,
        [
          [0, 0.5, 1.52, 0.06],
          [0.28, 0.1, 0.96, 0.05],
        ],
        lightenColour(shell.left, 0.3),
      ),
      paintPatches(
        'right',
        lid,
        lidSize,
        [
          [0, 0.5, 1.52, 0.06],
          [0.28, 0.1, 0.96, 0.05],
        ],
        lightenColour(shell.right, 0.2),
      ),
      paintPatches('top', lid, lidSize, [[0.28, 0.28, 0.96, 0.96]], darkenColour(shell.top, 0.16)),
      paintPatches('top', lid, lidSize, [[0.36, 0.36, 0.8, 0.8]], shell.top),
    ],
    [...drawBlock([0.4, 0.4, 1.78], [0.6, 0.6, 0.16], shell, { seed: 3 })],
    drawSparkle([0.1, 1.4, 1.1], 0.13),
  ],
};

const apple: Drawing = {
  things: [
    [drawShadow([0, 0], [1.6, 1.6])],
    [drawGlow([0.8, 0.8, 0.9], 1.9, '#ffcf5a', 0.55)],
    drawBlock([0.4, 0.4, 0], [0.8, 0.8, 0.2], stuff.gold, { seed: 2, cell: 0.2 }),
    drawBlock([0.16, 0.16, 0.2], [1.28, 1.28, 0.3], stuff.gold, { seed: 3, cell: 0.2 }),
    [
      ...drawBlock([0, 0, 0.5], [1.6, 1.6, 0.86], stuff.gold, { seed: 4, cell: 0.2, share: 0.24 }),
      paintPatches(
        'left',
        [0, 0, 0.5],
        [1.6, 1.6, 0.86],
        [
          [0.18, 0.16, 0.2, 0.42],
          [0.18, 0.16, 0.46, 0.18],
        ],
        '#fff6d8',
        0.95,
      ),
      paintPatches(
        'right',
        [0, 0, 0.5],
        [1.6, 1.6, 0.86],
        [
          [1.0, 0.5, 0.4, 0.2],
          [1.2, 0.3, 0.2, 0.2],
        ],
        '#8f4f22',
        0.5,
      ),
    ],
    [
      ...drawBlock([0.16, 0.16, 1.36], [1.28, 1.28, 0.18], stuff.gold, { seed: 5, cell: 0.2 }),
      paintPatches('top', [0.16, 0.16, 1.36], [1.28, 1.28, 0.18], [[0.34, 0.34, 0.6, 0.6]], '#c47f1c'),
      paintPatches('top', [0.16, 0.16, 1.36], [1.28, 1.28, 0.18], [[0.44, 0.44, 0.4, 0.4]], '#8a5212'),
    ],
    drawPlainBlock([0.7, 0.7, 1.5], [0.2, 0.2, 0.5], stuff.bark),
    drawPrism(
      [
        [0, 0],
        [0.35, 0.02],
        [0.7, 0.3],
        [0.8, 0.62],
        [0.45, 0.6],
        [0.12, 0.36],
      ],
      { plane: 'left', at: [0.86, 0.86, 1.66], thick: 0.14, tone: stuff.leaf },
    ),
    drawSparkle([-0.05, 1.3, 1.5], 0.16),
    drawSparkle([1.75, 0.4, 0.9], 0.1),
  ],
};

export const rareItems = {
  'item-elytra': wings,
  'item-totem': idol,
  'item-shell-box': shellBox,
  'item-golden-apple': apple,
} as const;
