import type { Drawing } from '../kit/drawing';
import { prism, type At, type Shape } from '../kit/iso';
import { coin, coinCrate, coinStack, crate, lantern, post, seal, sparkle } from '../kit/kit';
import { glow, paint } from '../kit/marks';
import { block, disc, line, plain, shadow, wheel } from '../kit/solids';
import { darker, stuff } from '../kit/tone';

/** Drawings of the coin products, from one open crate to a loaded wagon. */

const sealed = (at: At, size: At = [1, 1, 1]): Shape[] => [...crate(at, size), ...seal(at, size)];

const one: Drawing = {
  scale: 92,
  things: [
    [shadow([0, 0], [1, 1])],
    ...coinCrate([0, 0, 0]),
    coin([1.12, 1.12, 0]),
    sparkle([0.05, 0.75, 1.3], 0.12),
  ],
};

const purse: Drawing = {
  scale: 78,
  things: [
    [shadow([0, 0], [1, 1]), shadow([1.15, 0.35], [0.5, 0.5])],
    ...coinCrate([0, 0, 0]),
    ...coinStack([1.42, 0.4, 0], 5, 0.22),
    ...coinStack([1.3, 0.95, 0], 3, 0.22),
    coin([0.75, 1.32, 0], 0.22),
    sparkle([0.05, 0.75, 1.3], 0.13),
  ],
};

const pair: Drawing = {
  scale: 66,
  things: [
    [shadow([0, 0], [1, 1]), shadow([1.12, 0.1], [1, 1])],
    sealed([0, 0, 0]),
    ...coinCrate([0.05, 0.05, 1], [0.9, 0.9, 0.8]),
    ...coinCrate([1.14, 0.14, 0]),
    ...coinStack([0.35, 1.36, 0], 4, 0.22),
    coin([0.9, 1.4, 0], 0.22),
    sparkle([0, 0.7, 2.05], 0.14),
  ],
};

const pyramidOfCrates: Drawing = {
  scale: 56,
  things: [
    [shadow([0, 0], [2.1, 2.1])],
    sealed([0, 0, 0]),
    sealed([1.06, 0, 0]),
    sealed([0, 1.06, 0]),
    sealed([0.08, 0.04, 1]),
    ...coinCrate([1.06, 1.06, 0]),
    ...coinCrate([1.1, 0.1, 1], [0.9, 0.9, 0.8]),
    ...coinCrate([0.1, 1.1, 1], [0.9, 0.9, 0.8]),
    ...coinCrate([0.14, 0.1, 2], [0.9, 0.9, 0.8]),
    ...coinStack([2.45, 0.75, 0], 5, 0.22),
    ...coinStack([0.7, 2.4, 0], 3, 0.22),
    sparkle([0, 0.7, 3], 0.16),
  ],
};

const cartWheel = ([x, y, z]: At): Shape[][] => [
  [
    ...wheel([x, y, z], 0.42, 0.14, stuff.bark, 14),
    ...wheel([x, y + 0.02, z], 0.31, 0.02, stuff.oak, 14),
    ...([0, 1, 2, 3] as const).map((turn) => {
      const [u, v] = [Math.cos((turn * Math.PI) / 4) * 0.31, Math.sin((turn * Math.PI) / 4) * 0.31];
      return line([x - u, y + 0.02, z - v], [x + u, y + 0.02, z + v], 0.06, darker(stuff.bark.left, 0.3), 1);
    }),
    ...wheel([x, y + 0.06, z], 0.1, 0.06, stuff.gold, 8),
  ],
];

const bed: At = [0, 0, 0.5];
const bedSize: At = [2.7, 1.5, 0.22];
const wagon: Drawing = {
  things: [
    [shadow([0.2, 0.1], [2.5, 1.4])],
    ...cartWheel([0.55, 0.1, 0.42]),
    ...cartWheel([2.15, 0.1, 0.42]),
    [
      ...block(bed, bedSize, stuff.plank, { seed: 6, cell: 0.125 }),
      paint(
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
    block([0, 0, 0.72], [2.7, 0.12, 0.5], stuff.oak, { seed: 3, cell: 0.125 }),
    block([0, 0.12, 0.72], [0.12, 1.26, 0.5], stuff.oak, { seed: 4, cell: 0.125 }),
    sealed([0.18, 0.2, 0.72], [0.95, 0.95, 0.95]),
    sealed([1.2, 0.2, 0.72], [0.95, 0.95, 0.95]),
    ...coinCrate([0.22, 0.24, 1.67], [0.86, 0.86, 0.75]),
    ...coinCrate([1.25, 0.24, 1.67], [0.86, 0.86, 0.75]),
    ...coinStack([2.4, 0.4, 0.72], 6, 0.2),
    ...coinStack([2.36, 0.82, 0.72], 4, 0.2),
    ...coinStack([0.45, 1.26, 0.72], 3, 0.17),
    ...coinStack([0.95, 1.28, 0.72], 4, 0.17),
    ...coinStack([1.5, 1.26, 0.72], 3, 0.17),
    ...coinStack([2, 1.27, 0.72], 4, 0.17),
    [
      ...block([2.58, 0.12, 0.72], [0.12, 1.26, 0.36], stuff.oak, { seed: 8, cell: 0.125 }),
      ...block([0, 1.38, 0.72], [2.7, 0.12, 0.3], stuff.oak, { seed: 7, cell: 0.125 }),
      paint(
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
    ...cartWheel([0.55, 1.62, 0.42]),
    ...cartWheel([2.15, 1.62, 0.42]),
    block([2.7, 0.6, 0.5], [1, 0.14, 0.14], stuff.bark, { seed: 2 }),
    post([2.62, 1.44, 1.02], 0.1, 0.75, stuff.bark),
    plain([2.57, 1.39, 1.77], [0.1, 0.34, 0.08], stuff.bark),
    ...lantern([2.53, 1.5, 1.25], 0.24),
    sparkle([0.1, 0.9, 2.5], 0.15),
  ],
};

const beam: At = [0, 0.56, 2.3];
const scales: Drawing = {
  things: [
    [shadow([0.45, 0.3], [1.5, 0.7])],
    block([0.55, 0.1, 0], [1.3, 0.9, 0.26], stuff.slate, { seed: 2 }),
    block([0.8, 0.3, 0.26], [0.8, 0.5, 0.2], stuff.gold, { seed: 4, cell: 0.125 }),
    post([1.2, 0.55, 0.46], 0.18, 1.9, stuff.gold),
    [
      line([2.5, 0.5, 2.4], [2.2, 0.5, 1.45], 0.03, '#d9a441', 1),
      line([2.5, 0.5, 2.4], [2.8, 0.5, 1.45], 0.03, '#d9a441', 1),
    ],
    disc([2.5, 0.5, 1.32], 0.5, 0.12, stuff.gold, 12),
    ...coinStack([2.36, 0.34, 1.44], 5, 0.2),
    ...coinStack([2.62, 0.62, 1.44], 3, 0.2),
    [
      ...prism(
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
    block([1.06, 0.4, 2.6], [0.28, 0.28, 0.28], stuff.amethyst, { seed: 0 }),
    [
      line([-0.1, 0.5, 2.36], [-0.4, 0.5, 1.35], 0.03, '#d9a441', 1),
      line([-0.1, 0.5, 2.36], [0.2, 0.5, 1.35], 0.03, '#d9a441', 1),
    ],
    disc([-0.1, 0.5, 1.22], 0.5, 0.12, stuff.gold, 12),
    block([-0.4, 0.22, 1.34], [0.58, 0.58, 0.58], stuff.emerald, { seed: 7, cell: 0.145, share: 0.35 }),
    [glow([2.5, 0.5, 1.9], 0.8, '#ffcf5a', 0.4)],
    sparkle([2.75, 0.3, 2.1], 0.16),
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
