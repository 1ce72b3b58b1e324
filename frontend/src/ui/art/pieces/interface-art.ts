import type { Drawing } from '../kit/drawing';
import {
  drawBoxFaces,
  mapFaceToWorld,
  drawPrism,
  projectToScreen,
  type At,
  type Shape,
  type Spot,
} from '../kit/isometric';
import {
  drawCoin,
  drawCrate,
  drawGem,
  drawLantern,
  drawLawn,
  drawPost,
  drawSparkle,
} from '../kit/market-objects';
import { drawGlow, paintPatches, type Patch } from '../kit/surface-marks';
import { drawBlock, drawPlainBlock, drawShadow } from '../kit/solids';
import { darkenColour, lightenColour, stuff, createTone, type Tone } from '../kit/colour-tones';

/** Drawings of the shop itself: logo mark, tier badges, scenes, plinths. */

const mark: Drawing = {
  things: [
    [
      ...drawBlock([0, 0, 0], [1.3, 1.3, 0.8], stuff.indigo, { seed: 5, cell: 0.325, share: 0.3, rim: 0.07 }),
      paintPatches(
        'top',
        [0, 0, 0],
        [1.3, 1.3, 0.8],
        [[0.12, 0.12, 1.06, 1.06]],
        lightenColour(stuff.indigo.top, 0.2),
      ),
    ],
    ...drawLantern([0.28, 0.28, 0.8], 0.74),
  ],
};

/** Draws a tier badge: the higher the tier, the more steps; the highest tier has a gem on top. */
function drawTierBadge(look: Tone, steps: number, jewel: boolean): Drawing {
  const rise = 0.42;
  return {
    things: [
      [drawShadow([0, 0], [2, 2])],
      ...Array.from({ length: steps }, (_, step) => {
        const inset = step * 0.24;
        const at: At = [inset, inset, step * rise];
        const size: At = [2 - 2 * inset, 2 - 2 * inset, rise];
        return [
          ...drawBlock(at, size, look, { seed: step + 3, cell: 0.25, rim: 0.06 }),
          paintPatches(
            'left',
            at,
            size,
            [[0.1, rise * 0.4, size[0] - 0.2, rise * 0.2]],
            darkenColour(look.left, 0.25),
          ),
          paintPatches(
            'right',
            at,
            size,
            [[0.1, rise * 0.4, size[1] - 0.2, rise * 0.2]],
            darkenColour(look.right, 0.25),
          ),
        ];
      }),
      [drawGlow([1, 1, steps * rise + 0.3], 1.2, look.top, 0.6)],
      ...(jewel
        ? [
            drawGem([1, 1, steps * rise + 0.55], 0.42, look, 1.2),
            drawSparkle([0.4, 1.1, steps * rise + 1], 0.16),
          ]
        : [
            drawPlainBlock([0.78, 0.78, steps * rise], [0.44, 0.44, 0.4], {
              top: lightenColour(look.top, 0.4),
              left: look.top,
              right: look.left,
            }),
          ]),
    ],
  };
}

const drawAwningStripe = (x: number, look: Tone): Shape[][] => [
  [
    ...drawPrism(
      [
        [-0.2, 0],
        [-0.2, 0.08],
        [1.5, 0.72],
        [1.5, 0.62],
      ],
      { plane: 'right', at: [x + 0.4, 1.5, 1.85], thick: 0.4, tone: look },
    ),
    ...drawPlainBlock([x, 1.62, 1.66], [0.4, 0.08, 0.24], look),
  ],
];

const counterAt: At = [0.1, 1, 0.46];
const counterSize: At = [2.2, 0.5, 0.75];
const awning: readonly Tone[] = [stuff.ruby, stuff.cloth, stuff.ruby, stuff.cloth, stuff.ruby, stuff.cloth];

/** Draws the market stall with objects behind and in front of its counter. */
function drawStall(inside: readonly Shape[][], front: readonly Shape[][]): Shape[][] {
  return [
    [drawShadow([-0.2, -0.1], [2.9, 2.1])],
    ...drawLawn([-0.2, -0.1, 0], [2.9, 2.1], stuff.moss),
    drawPost([0.2, 0.2, 0.46], 0.14, 1.9, stuff.bark),
    drawPost([2.25, 0.2, 0.46], 0.14, 1.9, stuff.bark),
    drawBlock([0.2, 0.1, 0.46], [2, 0.1, 1.5], stuff.plank, { seed: 8, cell: 0.2 }),
    ...inside,
    [
      ...drawBlock(counterAt, counterSize, stuff.oak, { seed: 3, cell: 0.15 }),
      paintPatches(
        'left',
        counterAt,
        counterSize,
        [0.44, 0.88, 1.32, 1.76].map((u): Patch => [u - 0.015, 0.14, 0.03, 0.61]),
        darkenColour(stuff.oak.left, 0.45),
      ),
      paintPatches('left', counterAt, counterSize, [[0, 0, 2.2, 0.14]], stuff.birch.left),
      paintPatches('right', counterAt, counterSize, [[0, 0, 0.5, 0.14]], stuff.birch.right),
    ],
    drawPost([0.2, 1.55, 0.46], 0.14, 1.45, stuff.bark),
    drawPost([2.25, 1.55, 0.46], 0.14, 1.45, stuff.bark),
    ...front,
    ...awning.flatMap((look, place) => drawAwningStripe(place * 0.4, look)),
    ...drawLantern([2.12, 1.75, 0.46], 0.34),
  ];
}

const backAt: At = [0.2, 0.1, 0.46];
const backSize: At = [2, 0.1, 1.5];
const emptyStall: Drawing = {
  things: [
    ...drawStall(
      [
        [
          paintPatches(
            'left',
            backAt,
            backSize,
            [
              [0.5, 0.5, 1.2, 0.06],
              [0.5, 0.9, 1.2, 0.06],
            ],
            stuff.bark.left,
          ),
        ],
      ],
      [],
    ),
    drawCoin([0.5, 1.82, 0.46], 0.15),
  ],
};

const shutterAt: At = [0.28, 1.5, 0.46];
const shutterSize: At = [1.92, 0.12, 1.3];
const slatPatches = (from: number, height: number): Patch[] =>
  Array.from({ length: 8 }, (_, row): Patch => [0, from + row * 0.16, 1.92, height]);
const shutter: Shape[][] = [
  [
    ...drawBlock(shutterAt, shutterSize, stuff.slate, { seed: 0 }),
    paintPatches(
      'left',
      shutterAt,
      shutterSize,
      slatPatches(0.13, 0.03),
      darkenColour(stuff.slate.left, 0.5),
    ),
    paintPatches(
      'left',
      shutterAt,
      shutterSize,
      slatPatches(0.02, 0.025),
      lightenColour(stuff.slate.left, 0.35),
    ),
  ],
  [
    ...drawPlainBlock([1.05, 1.62, 0.62], [0.36, 0.08, 0.32], stuff.gold),
    paintPatches('left', [1.05, 1.62, 0.62], [0.36, 0.08, 0.32], [[0.14, 0.1, 0.08, 0.14]], '#3a2412'),
  ],
];
const closedShutter: Drawing = { things: drawStall([], shutter) };

/** Rotates shapes on the screen around a point. */
const tiltShapes = (shapes: readonly Shape[], [midU, midV]: Spot, degrees: number): Shape[] => {
  const [sin, cos] = [Math.sin((degrees * Math.PI) / 180), Math.cos((degrees * Math.PI) / 180)];
  return shapes.map((shape) => ({
    ...shape,
    loops: shape.loops.map((loop) =>
      loop.map(([u, v]): Spot => [
        midU + (u - midU) * cos - (v - midV) * sin,
        midV + (u - midU) * sin + (v - midV) * cos,
      ]),
    ),
  }));
};

const crateAt: At = [0.5, 0.4, 0.34];
const fallen: Drawing = {
  things: [
    [drawShadow([0, 0], [2.4, 2.2])],
    drawBlock([0, 0, 0], [2.4, 2.2, 0.3], stuff.basalt, { seed: 6, cell: 0.3 }),
    [paintPatches('top', [0, 0, 0], [2.4, 2.2, 0.3], [[0.5, 0.5, 1.4, 1.3]], '#1b1d2b', 0.6)],
    ...drawLantern([0.1, 0.14, 0.3], 0.34),
    tiltShapes(
      [...drawCrate(crateAt, [1.25, 1.25, 1.2]), ...drawCracks(crateAt, [1.25, 1.25, 1.2])],
      projectToScreen([1.1, 1, 0.7]),
      17,
    ),
    ...(
      [
        [0.3, 1.75, 0.26],
        [1.85, 1.7, 0.3],
        [2.05, 0.7, 0.2],
      ] as const
    ).map(([x, y, edge]) => drawBlock([x, y, 0.3], [edge, edge, edge], stuff.oak, { seed: 3, cell: 0.1 })),
    drawCoin([1.2, 1.95, 0.3], 0.17),
    drawCoin([0.75, 2, 0.3], 0.17),
  ],
};

function drawCracks(at: At, size: At): Shape[] {
  const crack: Patch[] = [
    [0.55, 0, 0.05, 0.26],
    [0.6, 0.22, 0.14, 0.05],
    [0.7, 0.24, 0.05, 0.3],
    [0.52, 0.5, 0.22, 0.05],
    [0.5, 0.52, 0.05, 0.24],
  ];
  return [
    paintPatches('left', at, size, crack, '#1a0f0a'),
    paintPatches(
      'right',
      at,
      size,
      [
        [0.4, 0, 0.05, 0.3],
        [0.3, 0.28, 0.14, 0.05],
        [0.28, 0.3, 0.05, 0.2],
      ],
      '#1a0f0a',
    ),
  ];
}

const slabAt: At = [0, 0, 0];
const slabSize: At = [2, 2, 0.22];

/** Draws a plinth of light and shade without colour, so that it takes the colour of its background. */
function drawPlinth(pattern: readonly Patch[]): Drawing {
  const [left, right, top] = drawBoxFaces(slabAt, slabSize, {
    top: '#ffffff',
    left: '#000000',
    right: '#000000',
  });
  const place = mapFaceToWorld('top', slabAt, slabSize);
  const rim: Spot[] = (
    [
      [0, 0],
      [2, 0],
      [2, 2],
      [0, 2],
    ] as const
  ).map((spot) => projectToScreen(place(spot)));
  const tintShape = (shape: Shape | undefined, opacity: number): Shape[] =>
    shape ? [{ loops: shape.loops, fill: shape.fill, opacity, room: true }] : [];
  return {
    things: [
      [
        { loops: [[[0, -1.75]]], fill: '#000000', opacity: 0, room: true },
        ...tintShape(left, 0.2),
        ...tintShape(right, 0.3),
        ...tintShape(top, 0.1),
        paintPatches('top', slabAt, slabSize, pattern, '#000000', 0.1),
        paintPatches('left', slabAt, slabSize, [[0, 0, 2, 0.04]], '#ffffff', 0.3),
        paintPatches('right', slabAt, slabSize, [[0, 0, 2, 0.04]], '#ffffff', 0.16),
        { loops: [rim], fill: '#ffffff', opacity: 0.03 },
      ],
    ],
  };
}

const studs: Patch[] = [0.14, 0.66, 1.18, 1.7]
  .flatMap((u): Patch[] => [
    [u, 0.14, 0.16, 0.16],
    [u, 1.7, 0.16, 0.16],
  ])
  .concat(
    [0.66, 1.18].flatMap((v): Patch[] => [
      [0.14, v, 0.16, 0.16],
      [1.7, v, 0.16, 0.16],
    ]),
  );
const grid: Patch[] = [0.5, 1, 1.5].flatMap((part): Patch[] => [
  [part - 0.015, 0, 0.03, 2],
  [0, part - 0.015, 2, 0.03],
]);
const bricks: Patch[] = [0.4, 0.8, 1.2, 1.6].flatMap((v, row): Patch[] => [
  [0, v - 0.015, 2, 0.03],
  ...[0.5, 1, 1.5].map((u): Patch => [u + (row % 2 ? 0.2 : -0.05), v - 0.4, 0.03, 0.4]),
]);
const plates: Patch[] = [
  [0.12, 0.12, 1.76, 0.05],
  [0.12, 1.83, 1.76, 0.05],
  [0.12, 0.12, 0.05, 1.76],
  [1.83, 0.12, 0.05, 1.76],
  [0.28, 0.28, 0.1, 0.1],
  [1.62, 0.28, 0.1, 0.1],
  [0.28, 1.62, 0.1, 0.1],
  [1.62, 1.62, 0.1, 0.1],
];

export const interfaceArt = {
  logo: mark,
  'tier-bronze': drawTierBadge(createTone('#c07f48'), 1, false),
  'tier-silver': drawTierBadge(createTone('#aeb8c8'), 2, false),
  'tier-gold': drawTierBadge(createTone('#f0b93a'), 3, false),
  'tier-platinum': drawTierBadge(createTone('#83cfcc'), 3, true),
  'tier-diamond': drawTierBadge(createTone('#6f9ff5'), 4, true),
  'scene-empty-stall': emptyStall,
  'scene-closed-shutter': closedShutter,
  'scene-fallen-block': fallen,
  'plinth-coins': drawPlinth(studs),
  'plinth-items': drawPlinth(grid),
  'plinth-bases': drawPlinth(bricks),
  'plinth-armor': drawPlinth(plates),
} as const;
