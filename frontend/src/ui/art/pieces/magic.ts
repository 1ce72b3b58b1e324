import type { Drawing } from '../kit/drawing';
import { type At, type Shape } from '../kit/isometric';
import { drawGem, drawSparkle } from '../kit/market-objects';
import { drawGlow, paintPatches, type Patch } from '../kit/surface-marks';
import { drawBlock, drawLine, drawPlainBlock, drawShadow } from '../kit/solids';
import { darkenColour, lightenColour, stuff, createTone, type Tone } from '../kit/colour-tones';

/** Drawings of products that glow: a beacon, books, a cage. */

const lampAt: At = [0.62, 0.62, 0.66];
const lampSize: At = [0.86, 0.86, 0.86];
const beacon: Drawing = {
  things: [
    [drawShadow([0, 0], [2.1, 2.1])],
    drawBlock([0, 0, 0], [2.1, 2.1, 0.34], stuff.iron, { seed: 5, cell: 0.3 }),
    drawBlock([0.3, 0.3, 0.34], [1.5, 1.5, 0.32], stuff.emerald, { seed: 7, cell: 0.25, share: 0.3 }),
    [
      ...[2.3, 2.1, 1.9].flatMap((top) => [
        { ...drawLine([1.05, 1.05, 1.3], [1.05, 1.05, top + 0.25], 0.8, '#8ff7ff', 0.12), room: true },
        drawLine([1.05, 1.05, 1.3], [1.05, 1.05, top + 0.2], 0.5, '#b8fbff', 0.22),
        drawLine([1.05, 1.05, 1.3], [1.05, 1.05, top + 0.15], 0.24, '#f2ffff', 0.5),
      ]),
      drawGlow([1.05, 1.05, 1.1], 1.7, '#7de9f5', 0.8),
    ],
    [
      ...drawBlock(lampAt, lampSize, createTone('#9be8f2'), { seed: 0 }),
      paintPatches('left', lampAt, lampSize, [[0.16, 0.2, 0.54, 0.5]], '#dffcff'),
      paintPatches('right', lampAt, lampSize, [[0.16, 0.2, 0.54, 0.5]], '#a9eef6'),
      paintPatches('left', lampAt, lampSize, [[0.28, 0.3, 0.3, 0.3]], '#ffffff'),
      paintPatches('right', lampAt, lampSize, [[0.28, 0.3, 0.3, 0.3]], '#e6fdff'),
      paintPatches('top', lampAt, lampSize, [[0.2, 0.2, 0.46, 0.46]], '#ffffff'),
      paintPatches('left', lampAt, lampSize, [[0, 0.74, 0.86, 0.12]], '#2b2740'),
      paintPatches('right', lampAt, lampSize, [[0, 0.74, 0.86, 0.12]], '#1c182e'),
      drawLine([1.05, 1.05, 1.52], [1.05, 1.05, 2.2], 0.2, '#ffffff', 0.5),
    ],
    drawPlainBlock([0.05, 1.78, 0.34], [0.26, 0.26, 0.26], stuff.gold),
    drawPlainBlock([1.78, 1.78, 0.34], [0.26, 0.26, 0.26], stuff.gold),
    drawPlainBlock([1.78, 0.05, 0.34], [0.26, 0.26, 0.26], stuff.gold),
    drawSparkle([0.6, 1.5, 2.3], 0.13),
  ],
};

interface BookLook {
  readonly cover: Tone;
  readonly size?: At;
}

function drawBook([x, y, z]: At, { cover, size: [w, d, h] = [1.5, 1.1, 0.34] }: BookLook): Shape[] {
  const inner: At = [x + 0.1, y, z + 0.07];
  const pages: At = [w - 0.06, d - 0.06, h - 0.14];
  const lines: Patch[] = [0.25, 0.5, 0.75].map((v) => [0, pages[2] * v - 0.01, 2, 0.02]);
  return [
    ...drawPlainBlock([x, y, z], [w, d, 0.07], cover),
    ...drawPlainBlock([inner[0], inner[1], inner[2]], pages, stuff.cloth),
    paintPatches(
      'left',
      inner,
      pages,
      lines.map(([u, v, , k]): Patch => [u, v, pages[0], k]),
      '#b5a98f',
    ),
    paintPatches(
      'right',
      inner,
      pages,
      lines.map(([u, v, , k]): Patch => [u, v, pages[1], k]),
      '#8f8468',
    ),
    ...drawPlainBlock([x, y, z + h - 0.07], [w, d, 0.07], cover),
    paintPatches(
      'top',
      [x, y, z],
      [w, d, h],
      [[0.14, 0.1, w - 0.28, d - 0.2]],
      darkenColour(cover.top, 0.22),
    ),
    paintPatches('top', [x, y, z], [w, d, h], [[0.2, 0.16, w - 0.4, d - 0.32]], cover.top),
    paintPatches(
      'top',
      [x, y, z],
      [w, d, h],
      [
        [0, 0, 0.18, 0.18],
        [w - 0.18, 0, 0.18, 0.18],
        [0, d - 0.18, 0.18, 0.18],
        [w - 0.18, d - 0.18, 0.18, 0.18],
      ],
      stuff.gold.left,
    ),
    ...drawPlainBlock([x + w * 0.42, y + d - 0.02, z + 0.04], [0.18, 0.06, h - 0.04], stuff.gold),
  ];
}

const books: Drawing = {
  things: [
    [drawShadow([0, 0], [1.7, 1.4])],
    drawBook([0, 0, 0], { cover: stuff.ruby, size: [1.75, 1.35, 0.4] }),
    drawBook([0.14, 0.06, 0.4], { cover: stuff.indigo, size: [1.5, 1.2, 0.36] }),
    drawBook([0.06, 0.16, 0.76], { cover: stuff.amethyst, size: [1.5, 1.1, 0.4] }),
    [drawGlow([0.8, 0.7, 1.6], 1.4, '#b98cff', 0.75)],
    [...drawGem([0.82, 0.7, 1.62], 0.3, stuff.amethyst, 1.3)],
    drawSparkle([0.2, 0.6, 2.1], 0.14, '#e5d4ff'),
    drawSparkle([1.3, 0.2, 1.95], 0.1, '#e5d4ff'),
    drawSparkle([0.5, 1.2, 1.35], 0.09, '#e5d4ff'),
  ],
};

const cageAt: At = [0, 0, 0.2];
const cageSize: At = [1.5, 1.5, 1.5];
const iron: Tone = { top: '#6b7590', left: '#454e68', right: '#2a3148' };
const bars: Patch[] = [0, 0.24, 1.14, 1.38].map((u) => [u, 0, 0.12, 1.5]);
const rails: Patch[] = [
  [0, 0, 1.5, 0.12],
  [0, 1.38, 1.5, 0.12],
  [0, 0.69, 0.3, 0.12],
  [1.2, 0.69, 0.3, 0.12],
];
const cage: Drawing = {
  things: [
    [drawShadow([0, 0], [1.5, 1.5])],
    drawBlock([-0.08, -0.08, 0], [1.66, 1.66, 0.2], stuff.basalt, { seed: 4 }),
    [
      ...drawPlainBlock(cageAt, cageSize, iron),
      paintPatches('left', cageAt, cageSize, [[0, 0, 1.5, 1.5]], '#141226'),
      paintPatches('right', cageAt, cageSize, [[0, 0, 1.5, 1.5]], '#0d0b1a'),
      drawGlow([1.1, 1.1, 0.85], 1.1, '#ff8a3d', 0.95),
      paintPatches('left', cageAt, cageSize, [[0.5, 0.42, 0.5, 0.42]], '#efe8d6'),
      paintPatches('left', cageAt, cageSize, [[0.58, 0.84, 0.34, 0.16]], '#d5ccb5'),
      paintPatches(
        'left',
        cageAt,
        cageSize,
        [
          [0.57, 0.56, 0.13, 0.13],
          [0.8, 0.56, 0.13, 0.13],
        ],
        '#ff7a2b',
      ),
      paintPatches(
        'left',
        cageAt,
        cageSize,
        [
          [0.7, 0.72, 0.08, 0.08],
          [0.66, 0.86, 0.03, 0.14],
          [0.76, 0.86, 0.03, 0.14],
          [0.86, 0.86, 0.03, 0.14],
        ],
        '#3a2a24',
      ),
      paintPatches(
        'left',
        cageAt,
        cageSize,
        [
          [0.3, 1.18, 0.22, 0.2],
          [0.62, 1.1, 0.26, 0.28],
          [0.98, 1.2, 0.2, 0.18],
        ],
        '#ff9a3d',
      ),
      paintPatches(
        'left',
        cageAt,
        cageSize,
        [
          [0.36, 1.26, 0.1, 0.12],
          [0.7, 1.22, 0.12, 0.16],
        ],
        '#ffe08a',
      ),
      paintPatches(
        'right',
        cageAt,
        cageSize,
        [
          [0.3, 1.1, 0.24, 0.28],
          [0.7, 1.18, 0.2, 0.2],
          [1.02, 1.12, 0.18, 0.26],
        ],
        '#d9702a',
      ),
      paintPatches(
        'right',
        cageAt,
        cageSize,
        [
          [0.36, 1.22, 0.1, 0.16],
          [1.06, 1.24, 0.08, 0.14],
        ],
        '#ffc65c',
      ),
      paintPatches('left', cageAt, cageSize, [...bars, ...rails], iron.left),
      paintPatches('right', cageAt, cageSize, [...bars, ...rails], iron.right),
      paintPatches(
        'left',
        cageAt,
        cageSize,
        [...bars.map(([u, v]): Patch => [u, v, 0.035, 1.5]), [0, 0, 1.5, 0.05]],
        lightenColour(iron.left, 0.3),
      ),
      paintPatches('right', cageAt, cageSize, [[0, 0, 1.5, 0.05]], lightenColour(iron.right, 0.3)),
      paintPatches(
        'top',
        cageAt,
        cageSize,
        [0.2, 0.62, 1.04].flatMap((u): Patch[] => [
          [u, 0.2, 0.28, 0.28],
          [u, 0.62, 0.28, 0.28],
          [u, 1.04, 0.28, 0.28],
        ]),
        '#241f38',
      ),
    ],
    drawPlainBlock([0.5, 0.5, 1.7], [0.5, 0.5, 0.12], iron),
    drawSparkle([1.7, 0.3, 1.6], 0.1, '#ffd36b'),
  ],
};

export const magic = {
  'item-beacon': beacon,
  'item-books': books,
  'item-spawner': cage,
} as const;
