import type { Drawing } from '../kit/drawing';
import { drawPrism, drawPyramid, type At, type Shape, type Spot } from '../kit/isometric';
import { drawGem, drawPost, drawSparkle } from '../kit/market-objects';
import { drawGlow, paintPatches, type Patch } from '../kit/surface-marks';
import { drawBlock, drawPlainBlock, drawShadow, drawWheel } from '../kit/solids';
import { darkenColour, lightenColour, stuff, createTone, type Tone } from '../kit/colour-tones';

/** Drawings of kits: armour on a stand that faces left, each with a silhouette of its own. */

interface KitLook {
  readonly plate: Tone;
  readonly trim: Tone;
  /** Colour of the glowing eyes in the visor. */
  readonly eyes: string;
  readonly cloth: Tone;
}

const feet = 0.22;

/** Draws one piece of armour with a trim along its upper edge. */
function drawArmorPiece(at: At, size: At, { plate, trim }: KitLook, seed: number): Shape[] {
  const band = Math.min(0.09, size[2] * 0.3);
  return [
    ...drawBlock(at, size, plate, { seed, cell: 0.16, share: 0.16 }),
    paintPatches('left', at, size, [[0, size[2] - band, size[0], band]], trim.left),
    paintPatches('right', at, size, [[0, size[2] - band, size[1], band]], trim.right),
  ];
}

const drawVisor = (at: At, size: At, look: KitLook): Shape[] => [
  paintPatches(
    'left',
    at,
    size,
    [
      [0.12, 0.26, 0.56, 0.22],
      [0.33, 0.26, 0.14, 0.44],
    ],
    '#0d0c17',
  ),
  paintPatches(
    'left',
    at,
    size,
    [
      [0.18, 0.31, 0.14, 0.09],
      [0.48, 0.31, 0.14, 0.09],
    ],
    look.eyes,
  ),
  paintPatches('left', at, size, [[0.36, 0, 0.08, 0.22]], look.trim.left),
  paintPatches(
    'right',
    at,
    size,
    [
      [0.18, 0.3, 0.34, 0.06],
      [0.18, 0.42, 0.34, 0.06],
    ],
    darkenColour(look.plate.right, 0.4),
  ),
];

const headAt: At = [0.35, 0.4, 1.86];
const headSize: At = [0.8, 0.72, 0.72];

/** Draws a whole suit of armour from boots to helmet. */
function drawSuit(look: KitLook, open = false): Shape[][] {
  const chestAt: At = [0.22, 0.48, 1];
  const chestSize: At = [1.06, 0.56, 0.84];
  return [
    [drawShadow([-0.05, -0.05], [1.6, 1.6])],
    drawBlock([-0.05, -0.05, 0], [1.6, 1.6, feet], stuff.slate, { seed: 7 }),
    drawPost([0.75, 0.76, feet], 0.14, 1.6, stuff.oak),
    drawArmorPiece([0.28, 0.52, feet], [0.4, 0.62, 0.36], look, 3),
    drawArmorPiece([0.82, 0.52, feet], [0.4, 0.62, 0.36], look, 4),
    drawArmorPiece([0.3, 0.54, 0.58], [0.38, 0.44, 0.4], look, 5),
    drawArmorPiece([0.82, 0.54, 0.58], [0.38, 0.44, 0.4], look, 6),
    [
      ...drawPlainBlock([0.24, 0.5, 0.88], [1.02, 0.52, 0.16], look.cloth),
      paintPatches('left', [0.24, 0.5, 0.88], [1.02, 0.52, 0.16], [[0.41, 0, 0.2, 0.16]], stuff.gold.left),
    ],
    drawArmorPiece([-0.06, 0.52, 0.98], [0.3, 0.46, 0.6], look, 8),
    [
      ...drawBlock(chestAt, chestSize, look.plate, { seed: 9, cell: 0.16, share: 0.16 }),
      paintPatches(
        'left',
        chestAt,
        chestSize,
        [
          [0, 0, 1.06, 0.1],
          [0.48, 0.1, 0.1, 0.74],
        ],
        look.trim.left,
      ),
      paintPatches('right', chestAt, chestSize, [[0, 0, 0.56, 0.1]], look.trim.right),
      paintPatches(
        'left',
        chestAt,
        chestSize,
        [
          [0.12, 0.2, 0.3, 0.08],
          [0.64, 0.2, 0.3, 0.08],
        ],
        lightenColour(look.plate.left, 0.45),
      ),
      paintPatches(
        'left',
        chestAt,
        chestSize,
        [
          [0.16, 0.5, 0.26, 0.06],
          [0.16, 0.64, 0.26, 0.06],
          [0.64, 0.5, 0.26, 0.06],
          [0.64, 0.64, 0.26, 0.06],
        ],
        darkenColour(look.plate.left, 0.3),
      ),
    ],
    drawArmorPiece([-0.14, 0.44, 1.5], [0.46, 0.62, 0.42], look, 10),
    drawArmorPiece([1.22, 0.52, 0.98], [0.3, 0.46, 0.6], look, 11),
    drawArmorPiece([1.16, 0.44, 1.5], [0.46, 0.62, 0.42], look, 12),
    [
      ...drawBlock(headAt, headSize, look.plate, { seed: 13, cell: 0.16, share: 0.16 }),
      paintPatches('left', headAt, headSize, [[0, 0.6, 0.8, 0.12]], look.trim.left),
      paintPatches('right', headAt, headSize, [[0, 0.6, 0.72, 0.12]], look.trim.right),
      ...(open
        ? [
            paintPatches('left', headAt, headSize, [[0.14, 0.28, 0.52, 0.44]], '#1a1210'),
            paintPatches('left', headAt, headSize, [[0.2, 0.36, 0.4, 0.36]], stuff.oak.left),
            paintPatches(
              'right',
              headAt,
              headSize,
              [[0.16, 0.3, 0.3, 0.3]],
              darkenColour(look.plate.right, 0.3),
            ),
          ]
        : drawVisor(headAt, headSize, look)),
    ],
  ];
}

/** Draws an upright sword with its tip down, facing left. */
function drawSword([x, y, z]: At, blade: Tone, hilt: Tone, length = 1.15): Shape[][] {
  const outline: Spot[] = [
    [-0.13, 0.22],
    [0, 0],
    [0.13, 0.22],
    [0.13, length],
    [-0.13, length],
  ];
  return [
    [
      ...drawPrism(outline, { plane: 'left', at: [x, y, z], thick: 0.1, tone: blade }),
      ...drawPrism(
        [
          [-0.13, 0.22],
          [0, 0],
          [0, length],
          [-0.13, length],
        ],
        {
          plane: 'left',
          at: [x, y + 0.01, z],
          thick: 0.01,
          tone: { ...blade, left: lightenColour(blade.left, 0.4) },
        },
      ),
    ],
    drawPrism(
      [
        [-0.34, 0],
        [0.34, 0],
        [0.34, 0.14],
        [-0.34, 0.14],
      ],
      { plane: 'left', at: [x, y + 0.03, z + length], thick: 0.16, tone: hilt },
    ),
    drawPrism(
      [
        [-0.07, 0],
        [0.07, 0],
        [0.07, 0.4],
        [-0.07, 0.4],
      ],
      { plane: 'left', at: [x, y, z + length + 0.14], thick: 0.12, tone: stuff.leather },
    ),
  ];
}

/** Draws a round wooden shield with an iron rim, facing left. */
const drawShield = ([x, y, z]: At, face: Tone, rim: Tone, boss: Tone): Shape[][] => [
  [
    ...drawWheel([x, y, z], 0.52, 0.12, rim, 10),
    ...drawWheel([x, y + 0.01, z], 0.42, 0.01, face, 10),
    ...drawPrism(
      [
        [-0.06, -0.42],
        [0.06, -0.42],
        [0.06, 0.42],
        [-0.06, 0.42],
      ],
      { plane: 'left', at: [x, y + 0.02, z], thick: 0.01, tone: rim },
    ),
    ...drawWheel([x, y + 0.1, z], 0.15, 0.08, boss, 8),
  ],
];

const iron: KitLook = { plate: stuff.iron, trim: stuff.slate, eyes: '#ffd36b', cloth: stuff.leather };
const diamond: KitLook = {
  plate: createTone('#45c3d6'),
  trim: createTone('#e3f8ff'),
  eyes: '#eaffff',
  cloth: stuff.indigo,
};
const nether: KitLook = {
  plate: createTone('#51485f'),
  trim: stuff.gold,
  eyes: '#d0a8ff',
  cloth: stuff.amethyst,
};
const fighter: KitLook = {
  plate: createTone('#5f6a86'),
  trim: stuff.ruby,
  eyes: '#ff8a5c',
  cloth: stuff.ruby,
};
const starter: KitLook = {
  plate: createTone('#b06c38'),
  trim: createTone('#6f4322'),
  eyes: '#ffd36b',
  cloth: stuff.moss,
};

const drawPlume = (look: Tone): Shape[][] => [
  drawBlock([0.68, 0.34, 2.58], [0.16, 0.84, 0.26], look, { seed: 4, cell: 0.1, share: 0.3 }),
];

const ironKit: Drawing = {
  things: [
    ...drawSuit(iron),
    ...drawPlume(stuff.indigo),
    ...drawShield([1.02, 1.5, 0.8], stuff.oak, stuff.iron, stuff.gold),
  ],
};

const diamondKit: Drawing = {
  things: [
    [drawGlow([0.75, 0.75, 1.7], 2, '#7de9f5', 0.5)],
    ...drawSuit(diamond),
    drawPlainBlock([0.35, 0.4, 2.58], [0.8, 0.72, 0.1], diamond.trim),
    ...[0.35, 0.65, 0.95].map((x) => drawPlainBlock([x, 0.92, 2.68], [0.2, 0.2, 0.22], diamond.trim)),
    ...[0.4, 0.66].map((y) => drawPlainBlock([0.95, y, 2.68], [0.2, 0.2, 0.22], diamond.trim)),
    [...drawGem([0.75, 1.12, 1.46], 0.2, stuff.emerald, 1.2)],
    ...drawSword([1.4, 1.5, 0.24], createTone('#6fe0ec'), stuff.gold),
    drawSparkle([0.05, 1.2, 2.2], 0.13),
    drawSparkle([1.75, 0.3, 1.9], 0.1),
  ],
};

const drawHorn = (x: number, way: -1 | 1): Shape[] =>
  drawPrism(
    [
      [0, 0],
      [way * 0.22, 0.04],
      [way * 0.34, 0.3],
      [way * 0.3, 0.56],
      [way * 0.14, 0.32],
      [0, 0.26],
    ],
    {
      plane: 'left',
      at: [x, 0.84, 2.2],
      thick: 0.16,
      tone: stuff.birch,
    },
  );

const netherKit: Drawing = {
  things: [
    [drawGlow([0.75, 0.75, 1.7], 2, '#9470ea', 0.65)],
    ...drawSuit(nether),
    drawHorn(0.35, -1),
    drawHorn(1.15, 1),
    [...drawGem([0.75, 1.12, 1.46], 0.2, stuff.amethyst, 1.2)],
    drawPlainBlock([0.64, 0.36, 2.58], [0.22, 0.8, 0.14], stuff.gold),
    ...drawSword([1.4, 1.5, 0.24], createTone('#6d6280'), stuff.gold),
    drawSparkle([0.05, 1.2, 2.3], 0.13, '#e5d4ff'),
    drawSparkle([1.75, 0.3, 1.7], 0.1, '#e5d4ff'),
  ],
};

const crossed: readonly Shape[][] = [
  drawPrism(
    [
      [-0.75, 0.2],
      [-0.6, 0.05],
      [1.35, 2],
      [1.4, 2.3],
      [1.12, 2.25],
    ],
    { plane: 'left', at: [0.4, 0.3, 0.7], thick: 0.1, tone: stuff.iron },
  ),
  drawPrism(
    [
      [1.35, 0.2],
      [1.2, 0.05],
      [-0.75, 2],
      [-0.8, 2.3],
      [-0.52, 2.25],
    ],
    { plane: 'left', at: [0.4, 0.34, 0.9], thick: 0.1, tone: stuff.iron },
  ),
];

const fightKit: Drawing = {
  things: [
    ...drawSuit(fighter).slice(0, 2),
    ...crossed,
    ...drawSuit(fighter).slice(2),
    ...drawPlume(stuff.ruby),
    ...drawShield([1.02, 1.5, 0.8], stuff.ruby, stuff.iron, stuff.gold),
  ],
};

const straps: readonly Patch[] = [
  [0.02, 0.06, 0.16, 0.16],
  [0.18, 0.22, 0.16, 0.16],
  [0.34, 0.38, 0.16, 0.16],
  [0.5, 0.54, 0.16, 0.16],
  [0.66, 0.68, 0.16, 0.16],
];
const starterKit: Drawing = {
  things: [
    ...drawSuit(starter, true),
    [paintPatches('left', [0.22, 0.48, 1], [1.06, 0.56, 0.84], straps, stuff.moss.left)],
    drawPlainBlock([0.3, 0.36, 2.56], [0.9, 0.8, 0.12], starter.trim),
    drawPyramid([0.36, 0.42, 2.68], [0.78, 0.68, 0.3], starter.plate),
    [
      ...drawBlock([1.05, 1.15, 0.22], [0.5, 0.36, 0.4], stuff.leather, { seed: 3, cell: 0.12 }),
      paintPatches('left', [1.05, 1.15, 0.22], [0.5, 0.36, 0.4], [[0, 0, 0.5, 0.16]], stuff.bark.left),
      paintPatches('left', [1.05, 1.15, 0.22], [0.5, 0.36, 0.4], [[0.2, 0.12, 0.1, 0.1]], stuff.gold.left),
    ],
    ...drawSword([0.3, 1.5, 0.24], stuff.oak, stuff.bark, 1),
  ],
};

export const armor = {
  'armor-starter-kit': starterKit,
  'armor-iron-kit': ironKit,
  'armor-diamond-kit': diamondKit,
  'armor-netherite-kit': netherKit,
  'armor-pvp-kit': fightKit,
} as const;
