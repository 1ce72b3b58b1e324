import type { Drawing } from '../kit/drawing';
import { prism, pyramid, type At, type Shape, type Spot } from '../kit/iso';
import { gem, post, sparkle } from '../kit/kit';
import { glow, paint, type Patch } from '../kit/marks';
import { block, plain, shadow, wheel } from '../kit/solids';
import { darker, lighter, stuff, tone, type Tone } from '../kit/tone';

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
function piece(at: At, size: At, { plate, trim }: KitLook, seed: number): Shape[] {
  const band = Math.min(0.09, size[2] * 0.3);
  return [
    ...block(at, size, plate, { seed, cell: 0.16, share: 0.16 }),
    paint('left', at, size, [[0, size[2] - band, size[0], band]], trim.left),
    paint('right', at, size, [[0, size[2] - band, size[1], band]], trim.right),
  ];
}

const visor = (at: At, size: At, look: KitLook): Shape[] => [
  paint(
    'left',
    at,
    size,
    [
      [0.12, 0.26, 0.56, 0.22],
      [0.33, 0.26, 0.14, 0.44],
    ],
    '#0d0c17',
  ),
  paint(
    'left',
    at,
    size,
    [
      [0.18, 0.31, 0.14, 0.09],
      [0.48, 0.31, 0.14, 0.09],
    ],
    look.eyes,
  ),
  paint('left', at, size, [[0.36, 0, 0.08, 0.22]], look.trim.left),
  paint(
    'right',
    at,
    size,
    [
      [0.18, 0.3, 0.34, 0.06],
      [0.18, 0.42, 0.34, 0.06],
    ],
    darker(look.plate.right, 0.4),
  ),
];

const headAt: At = [0.35, 0.4, 1.86];
const headSize: At = [0.8, 0.72, 0.72];

/** Draws a whole suit of armour from boots to helmet. */
function suit(look: KitLook, open = false): Shape[][] {
  const chestAt: At = [0.22, 0.48, 1];
  const chestSize: At = [1.06, 0.56, 0.84];
  return [
    [shadow([-0.05, -0.05], [1.6, 1.6])],
    block([-0.05, -0.05, 0], [1.6, 1.6, feet], stuff.slate, { seed: 7 }),
    post([0.75, 0.76, feet], 0.14, 1.6, stuff.oak),
    piece([0.28, 0.52, feet], [0.4, 0.62, 0.36], look, 3),
    piece([0.82, 0.52, feet], [0.4, 0.62, 0.36], look, 4),
    piece([0.3, 0.54, 0.58], [0.38, 0.44, 0.4], look, 5),
    piece([0.82, 0.54, 0.58], [0.38, 0.44, 0.4], look, 6),
    [
      ...plain([0.24, 0.5, 0.88], [1.02, 0.52, 0.16], look.cloth),
      paint('left', [0.24, 0.5, 0.88], [1.02, 0.52, 0.16], [[0.41, 0, 0.2, 0.16]], stuff.gold.left),
    ],
    piece([-0.06, 0.52, 0.98], [0.3, 0.46, 0.6], look, 8),
    [
      ...block(chestAt, chestSize, look.plate, { seed: 9, cell: 0.16, share: 0.16 }),
      paint(
        'left',
        chestAt,
        chestSize,
        [
          [0, 0, 1.06, 0.1],
          [0.48, 0.1, 0.1, 0.74],
        ],
        look.trim.left,
      ),
      paint('right', chestAt, chestSize, [[0, 0, 0.56, 0.1]], look.trim.right),
      paint(
        'left',
        chestAt,
        chestSize,
        [
          [0.12, 0.2, 0.3, 0.08],
          [0.64, 0.2, 0.3, 0.08],
        ],
        lighter(look.plate.left, 0.45),
      ),
      paint(
        'left',
        chestAt,
        chestSize,
        [
          [0.16, 0.5, 0.26, 0.06],
          [0.16, 0.64, 0.26, 0.06],
          [0.64, 0.5, 0.26, 0.06],
          [0.64, 0.64, 0.26, 0.06],
        ],
        darker(look.plate.left, 0.3),
      ),
    ],
    piece([-0.14, 0.44, 1.5], [0.46, 0.62, 0.42], look, 10),
    piece([1.22, 0.52, 0.98], [0.3, 0.46, 0.6], look, 11),
    piece([1.16, 0.44, 1.5], [0.46, 0.62, 0.42], look, 12),
    [
      ...block(headAt, headSize, look.plate, { seed: 13, cell: 0.16, share: 0.16 }),
      paint('left', headAt, headSize, [[0, 0.6, 0.8, 0.12]], look.trim.left),
      paint('right', headAt, headSize, [[0, 0.6, 0.72, 0.12]], look.trim.right),
      ...(open
        ? [
            paint('left', headAt, headSize, [[0.14, 0.28, 0.52, 0.44]], '#1a1210'),
            paint('left', headAt, headSize, [[0.2, 0.36, 0.4, 0.36]], stuff.oak.left),
            paint('right', headAt, headSize, [[0.16, 0.3, 0.3, 0.3]], darker(look.plate.right, 0.3)),
          ]
        : visor(headAt, headSize, look)),
    ],
  ];
}

/** Draws an upright sword with its tip down, facing left. */
function sword([x, y, z]: At, blade: Tone, hilt: Tone, length = 1.15): Shape[][] {
  const outline: Spot[] = [
    [-0.13, 0.22],
    [0, 0],
    [0.13, 0.22],
    [0.13, length],
    [-0.13, length],
  ];
  return [
    [
      ...prism(outline, { plane: 'left', at: [x, y, z], thick: 0.1, tone: blade }),
      ...prism(
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
          tone: { ...blade, left: lighter(blade.left, 0.4) },
        },
      ),
    ],
    prism(
      [
        [-0.34, 0],
        [0.34, 0],
        [0.34, 0.14],
        [-0.34, 0.14],
      ],
      { plane: 'left', at: [x, y + 0.03, z + length], thick: 0.16, tone: hilt },
    ),
    prism(
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
const shield = ([x, y, z]: At, face: Tone, rim: Tone, boss: Tone): Shape[][] => [
  [
    ...wheel([x, y, z], 0.52, 0.12, rim, 10),
    ...wheel([x, y + 0.01, z], 0.42, 0.01, face, 10),
    ...prism(
      [
        [-0.06, -0.42],
        [0.06, -0.42],
        [0.06, 0.42],
        [-0.06, 0.42],
      ],
      { plane: 'left', at: [x, y + 0.02, z], thick: 0.01, tone: rim },
    ),
    ...wheel([x, y + 0.1, z], 0.15, 0.08, boss, 8),
  ],
];

const iron: KitLook = { plate: stuff.iron, trim: stuff.slate, eyes: '#ffd36b', cloth: stuff.leather };
const diamond: KitLook = {
  plate: tone('#45c3d6'),
  trim: tone('#e3f8ff'),
  eyes: '#eaffff',
  cloth: stuff.indigo,
};
const nether: KitLook = { plate: tone('#51485f'), trim: stuff.gold, eyes: '#d0a8ff', cloth: stuff.amethyst };
const fighter: KitLook = { plate: tone('#5f6a86'), trim: stuff.ruby, eyes: '#ff8a5c', cloth: stuff.ruby };
const starter: KitLook = {
  plate: tone('#b06c38'),
  trim: tone('#6f4322'),
  eyes: '#ffd36b',
  cloth: stuff.moss,
};

const plume = (look: Tone): Shape[][] => [
  block([0.68, 0.34, 2.58], [0.16, 0.84, 0.26], look, { seed: 4, cell: 0.1, share: 0.3 }),
];

const ironKit: Drawing = {
  things: [
    ...suit(iron),
    ...plume(stuff.indigo),
    ...shield([1.02, 1.5, 0.8], stuff.oak, stuff.iron, stuff.gold),
  ],
};

const diamondKit: Drawing = {
  things: [
    [glow([0.75, 0.75, 1.7], 2, '#7de9f5', 0.5)],
    ...suit(diamond),
    plain([0.35, 0.4, 2.58], [0.8, 0.72, 0.1], diamond.trim),
    ...[0.35, 0.65, 0.95].map((x) => plain([x, 0.92, 2.68], [0.2, 0.2, 0.22], diamond.trim)),
    ...[0.4, 0.66].map((y) => plain([0.95, y, 2.68], [0.2, 0.2, 0.22], diamond.trim)),
    [...gem([0.75, 1.12, 1.46], 0.2, stuff.emerald, 1.2)],
    ...sword([1.4, 1.5, 0.24], tone('#6fe0ec'), stuff.gold),
    sparkle([0.05, 1.2, 2.2], 0.13),
    sparkle([1.75, 0.3, 1.9], 0.1),
  ],
};

const horn = (x: number, way: -1 | 1): Shape[] =>
  prism(
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
    [glow([0.75, 0.75, 1.7], 2, '#9470ea', 0.65)],
    ...suit(nether),
    horn(0.35, -1),
    horn(1.15, 1),
    [...gem([0.75, 1.12, 1.46], 0.2, stuff.amethyst, 1.2)],
    plain([0.64, 0.36, 2.58], [0.22, 0.8, 0.14], stuff.gold),
    ...sword([1.4, 1.5, 0.24], tone('#6d6280'), stuff.gold),
    sparkle([0.05, 1.2, 2.3], 0.13, '#e5d4ff'),
    sparkle([1.75, 0.3, 1.7], 0.1, '#e5d4ff'),
  ],
};

const crossed: readonly Shape[][] = [
  prism(
    [
      [-0.75, 0.2],
      [-0.6, 0.05],
      [1.35, 2],
      [1.4, 2.3],
      [1.12, 2.25],
    ],
    { plane: 'left', at: [0.4, 0.3, 0.7], thick: 0.1, tone: stuff.iron },
  ),
  prism(
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
    ...suit(fighter).slice(0, 2),
    ...crossed,
    ...suit(fighter).slice(2),
    ...plume(stuff.ruby),
    ...shield([1.02, 1.5, 0.8], stuff.ruby, stuff.iron, stuff.gold),
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
    ...suit(starter, true),
    [paint('left', [0.22, 0.48, 1], [1.06, 0.56, 0.84], straps, stuff.moss.left)],
    plain([0.3, 0.36, 2.56], [0.9, 0.8, 0.12], starter.trim),
    pyramid([0.36, 0.42, 2.68], [0.78, 0.68, 0.3], starter.plate),
    [
      ...block([1.05, 1.15, 0.22], [0.5, 0.36, 0.4], stuff.leather, { seed: 3, cell: 0.12 }),
      paint('left', [1.05, 1.15, 0.22], [0.5, 0.36, 0.4], [[0, 0, 0.5, 0.16]], stuff.bark.left),
      paint('left', [1.05, 1.15, 0.22], [0.5, 0.36, 0.4], [[0.2, 0.12, 0.1, 0.1]], stuff.gold.left),
    ],
    ...sword([0.3, 1.5, 0.24], stuff.oak, stuff.bark, 1),
  ],
};

export const armor = {
  'armor-starter-kit': starterKit,
  'armor-iron-kit': ironKit,
  'armor-diamond-kit': diamondKit,
  'armor-netherite-kit': netherKit,
  'armor-pvp-kit': fightKit,
} as const;
