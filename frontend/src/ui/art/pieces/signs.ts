import type { Drawing } from '../kit/drawing';
import { faces, onFace, prism, project, type At, type Shape, type Spot } from '../kit/iso';
import { coin, crate, gem, lantern, lawn, post, sparkle } from '../kit/kit';
import { glow, paint, type Patch } from '../kit/marks';
import { block, plain, shadow } from '../kit/solids';
import { darker, lighter, stuff, tone, type Tone } from '../kit/tone';

/** Drawings of the shop itself: logo mark, tier badges, scenes, plinths. */

const mark: Drawing = {
  things: [
    [
      ...block([0, 0, 0], [1.3, 1.3, 0.8], stuff.indigo, { seed: 5, cell: 0.325, share: 0.3, rim: 0.07 }),
      paint('top', [0, 0, 0], [1.3, 1.3, 0.8], [[0.12, 0.12, 1.06, 1.06]], lighter(stuff.indigo.top, 0.2)),
    ],
    ...lantern([0.28, 0.28, 0.8], 0.74),
  ],
};

/** Draws a tier badge: the higher the tier, the more steps; the highest tier has a gem on top. */
function badge(look: Tone, steps: number, jewel: boolean): Drawing {
  const rise = 0.42;
  return {
    things: [
      [shadow([0, 0], [2, 2])],
      ...Array.from({ length: steps }, (_, step) => {
        const inset = step * 0.24;
        const at: At = [inset, inset, step * rise];
        const size: At = [2 - 2 * inset, 2 - 2 * inset, rise];
        return [
          ...block(at, size, look, { seed: step + 3, cell: 0.25, rim: 0.06 }),
          paint('left', at, size, [[0.1, rise * 0.4, size[0] - 0.2, rise * 0.2]], darker(look.left, 0.25)),
          paint('right', at, size, [[0.1, rise * 0.4, size[1] - 0.2, rise * 0.2]], darker(look.right, 0.25)),
        ];
      }),
      [glow([1, 1, steps * rise + 0.3], 1.2, look.top, 0.6)],
      ...(jewel
        ? [gem([1, 1, steps * rise + 0.55], 0.42, look, 1.2), sparkle([0.4, 1.1, steps * rise + 1], 0.16)]
        : [
            plain([0.78, 0.78, steps * rise], [0.44, 0.44, 0.4], {
              top: lighter(look.top, 0.4),
              left: look.top,
              right: look.left,
            }),
          ]),
    ],
  };
}

const stripe = (x: number, look: Tone): Shape[][] => [
  [
    ...prism(
      [
        [-0.2, 0],
        [-0.2, 0.08],
        [1.5, 0.72],
        [1.5, 0.62],
      ],
      { plane: 'right', at: [x + 0.4, 1.5, 1.85], thick: 0.4, tone: look },
    ),
    ...plain([x, 1.62, 1.66], [0.4, 0.08, 0.24], look),
  ],
];

const counterAt: At = [0.1, 1, 0.46];
const counterSize: At = [2.2, 0.5, 0.75];
const awning: readonly Tone[] = [stuff.ruby, stuff.cloth, stuff.ruby, stuff.cloth, stuff.ruby, stuff.cloth];

/** Draws the market stall with objects behind and in front of its counter. */
function stall(inside: readonly Shape[][], front: readonly Shape[][]): Shape[][] {
  return [
    [shadow([-0.2, -0.1], [2.9, 2.1])],
    ...lawn([-0.2, -0.1, 0], [2.9, 2.1], stuff.moss),
    post([0.2, 0.2, 0.46], 0.14, 1.9, stuff.bark),
    post([2.25, 0.2, 0.46], 0.14, 1.9, stuff.bark),
    block([0.2, 0.1, 0.46], [2, 0.1, 1.5], stuff.plank, { seed: 8, cell: 0.2 }),
    ...inside,
    [
      ...block(counterAt, counterSize, stuff.oak, { seed: 3, cell: 0.15 }),
      paint(
        'left',
        counterAt,
        counterSize,
        [0.44, 0.88, 1.32, 1.76].map((u): Patch => [u - 0.015, 0.14, 0.03, 0.61]),
        darker(stuff.oak.left, 0.45),
      ),
      paint('left', counterAt, counterSize, [[0, 0, 2.2, 0.14]], stuff.birch.left),
      paint('right', counterAt, counterSize, [[0, 0, 0.5, 0.14]], stuff.birch.right),
    ],
    post([0.2, 1.55, 0.46], 0.14, 1.45, stuff.bark),
    post([2.25, 1.55, 0.46], 0.14, 1.45, stuff.bark),
    ...front,
    ...awning.flatMap((look, place) => stripe(place * 0.4, look)),
    ...lantern([2.12, 1.75, 0.46], 0.34),
  ];
}

const backAt: At = [0.2, 0.1, 0.46];
const backSize: At = [2, 0.1, 1.5];
const emptyStall: Drawing = {
  things: [
    ...stall(
      [
        [
          paint(
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
    coin([0.5, 1.82, 0.46], 0.15),
  ],
};

const shutterAt: At = [0.28, 1.5, 0.46];
const shutterSize: At = [1.92, 0.12, 1.3];
const slats = (from: number, height: number): Patch[] =>
  Array.from({ length: 8 }, (_, row): Patch => [0, from + row * 0.16, 1.92, height]);
const shutter: Shape[][] = [
  [
    ...block(shutterAt, shutterSize, stuff.slate, { seed: 0 }),
    paint('left', shutterAt, shutterSize, slats(0.13, 0.03), darker(stuff.slate.left, 0.5)),
    paint('left', shutterAt, shutterSize, slats(0.02, 0.025), lighter(stuff.slate.left, 0.35)),
  ],
  [
    ...plain([1.05, 1.62, 0.62], [0.36, 0.08, 0.32], stuff.gold),
    paint('left', [1.05, 1.62, 0.62], [0.36, 0.08, 0.32], [[0.14, 0.1, 0.08, 0.14]], '#3a2412'),
  ],
];
const closedShutter: Drawing = { things: stall([], shutter) };

/** Rotates shapes on the screen around a point. */
const tilt = (shapes: readonly Shape[], [midU, midV]: Spot, degrees: number): Shape[] => {
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
    [shadow([0, 0], [2.4, 2.2])],
    block([0, 0, 0], [2.4, 2.2, 0.3], stuff.basalt, { seed: 6, cell: 0.3 }),
    [paint('top', [0, 0, 0], [2.4, 2.2, 0.3], [[0.5, 0.5, 1.4, 1.3]], '#1b1d2b', 0.6)],
    ...lantern([0.1, 0.14, 0.3], 0.34),
    tilt(
      [...crate(crateAt, [1.25, 1.25, 1.2]), ...cracks(crateAt, [1.25, 1.25, 1.2])],
      project([1.1, 1, 0.7]),
      17,
    ),
    ...(
      [
        [0.3, 1.75, 0.26],
        [1.85, 1.7, 0.3],
        [2.05, 0.7, 0.2],
      ] as const
    ).map(([x, y, edge]) => block([x, y, 0.3], [edge, edge, edge], stuff.oak, { seed: 3, cell: 0.1 })),
    coin([1.2, 1.95, 0.3], 0.17),
    coin([0.75, 2, 0.3], 0.17),
  ],
};

function cracks(at: At, size: At): Shape[] {
  const crack: Patch[] = [
    [0.55, 0, 0.05, 0.26],
    [0.6, 0.22, 0.14, 0.05],
    [0.7, 0.24, 0.05, 0.3],
    [0.52, 0.5, 0.22, 0.05],
    [0.5, 0.52, 0.05, 0.24],
  ];
  return [
    paint('left', at, size, crack, '#1a0f0a'),
    paint(
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
function plinth(pattern: readonly Patch[]): Drawing {
  const [left, right, top] = faces(slabAt, slabSize, { top: '#ffffff', left: '#000000', right: '#000000' });
  const place = onFace('top', slabAt, slabSize);
  const rim: Spot[] = (
    [
      [0, 0],
      [2, 0],
      [2, 2],
      [0, 2],
    ] as const
  ).map((spot) => project(place(spot)));
  const shade = (shape: Shape | undefined, opacity: number): Shape[] =>
    shape ? [{ loops: shape.loops, fill: shape.fill, opacity, room: true }] : [];
  return {
    things: [
      [
        { loops: [[[0, -1.75]]], fill: '#000000', opacity: 0, room: true },
        ...shade(left, 0.2),
        ...shade(right, 0.3),
        ...shade(top, 0.1),
        paint('top', slabAt, slabSize, pattern, '#000000', 0.1),
        paint('left', slabAt, slabSize, [[0, 0, 2, 0.04]], '#ffffff', 0.3),
        paint('right', slabAt, slabSize, [[0, 0, 2, 0.04]], '#ffffff', 0.16),
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

export const signs = {
  logo: mark,
  'tier-bronze': badge(tone('#c07f48'), 1, false),
  'tier-silver': badge(tone('#aeb8c8'), 2, false),
  'tier-gold': badge(tone('#f0b93a'), 3, false),
  'tier-platinum': badge(tone('#83cfcc'), 3, true),
  'tier-diamond': badge(tone('#6f9ff5'), 4, true),
  'scene-empty-stall': emptyStall,
  'scene-closed-shutter': closedShutter,
  'scene-fallen-block': fallen,
  'plinth-coins': plinth(studs),
  'plinth-items': plinth(grid),
  'plinth-bases': plinth(bricks),
  'plinth-armor': plinth(plates),
} as const;
