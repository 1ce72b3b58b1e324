import { drawPrism, projectToScreen, drawPyramid, type At, type Shape, type Spot } from './isometric';
import { drawGlow, paintPatches, type Patch } from './surface-marks';
import { drawBlock, drawDisc, drawPlainBlock } from './solids';
import { darkenColour, lightenColour, stuff, type Tone } from './colour-tones';

/** Objects of the market that several drawings use. */

const drawBlankCoin = (at: At, radius: number): Shape[] =>
  drawDisc(at, radius, radius * 0.34, stuff.gold, 10);

/** Draws a coin lying flat, with a stamped square. */
export function drawCoin([x, y, z]: At, radius = 0.2): Shape[] {
  const half = radius * 0.42;
  return [
    ...drawBlankCoin([x, y, z], radius),
    paintPatches(
      'top',
      [x - half, y - half, z],
      [half * 2, half * 2, radius * 0.34],
      [[0, 0, half * 2, half * 2]],
      '#c9821a',
      0.75,
    ),
    paintPatches(
      'top',
      [x - half, y - half, z],
      [half * 2, half * 2, radius * 0.34],
      [[half * 0.5, half * 0.5, half, half]],
      '#ffe9a3',
    ),
  ];
}

/** Draws a slightly crooked pile of coins; only the top one has its stamp, because the others are covered. */
export const drawCoinStack = ([x, y, z]: At, count: number, radius = 0.2): Shape[][] =>
  Array.from({ length: count }, (_, place) => {
    const at: At = [x + ((place * 7) % 3) * 0.018, y - ((place * 5) % 3) * 0.018, z + place * radius * 0.36];
    return place === count - 1 ? drawCoin(at, radius) : drawBlankCoin(at, radius);
  });

/** Draws a closed crate of boards with iron corners and a gold seal. */
export function drawCrate(at: At, size: At = [1, 1, 1], tone: Tone = stuff.oak): Shape[] {
  const [w, d, h] = size;
  const boardPatches = (across: number): Patch[] =>
    [0.25, 0.5, 0.75].map((v) => [0, h * v - 0.015, across, 0.03]);
  const framePatches = (across: number): Patch[] => [
    [0, 0, 0.13, h],
    [across - 0.13, 0, 0.13, h],
    [0, 0, across, 0.13],
    [0, h - 0.13, across, 0.13],
  ];
  const cornerPatches = (across: number): Patch[] => [
    [0, 0, 0.17, 0.17],
    [across - 0.17, 0, 0.17, 0.17],
    [0, h - 0.17, 0.17, 0.17],
    [across - 0.17, h - 0.17, 0.17, 0.17],
  ];
  return [
    ...drawBlock(at, size, tone, { seed: 5, cell: 0.125, share: 0.16 }),
    paintPatches('left', at, size, boardPatches(w), darkenColour(tone.left, 0.45)),
    paintPatches('right', at, size, boardPatches(d), darkenColour(tone.right, 0.45)),
    paintPatches(
      'top',
      at,
      size,
      [0.25, 0.5, 0.75].map((u): Patch => [w * u - 0.015, 0, 0.03, d]),
      darkenColour(tone.top, 0.4),
    ),
    paintPatches('left', at, size, framePatches(w), darkenColour(tone.left, 0.2)),
    paintPatches('right', at, size, framePatches(d), darkenColour(tone.right, 0.2)),
    paintPatches(
      'top',
      at,
      size,
      [
        [0, 0, 0.13, d],
        [w - 0.13, 0, 0.13, d],
        [0, 0, w, 0.13],
        [0, d - 0.13, w, 0.13],
      ],
      darkenColour(tone.top, 0.14),
    ),
    paintPatches('left', at, size, cornerPatches(w), stuff.slate.left),
    paintPatches('right', at, size, cornerPatches(d), stuff.slate.right),
    paintPatches('left', at, size, [[0, 0, w, 0.035]], lightenColour(tone.left, 0.5), 0.8),
    paintPatches('right', at, size, [[0, 0, d, 0.035]], lightenColour(tone.right, 0.4), 0.6),
  ];
}

/** Draws the gold seal on the left face of a crate. */
export function drawSeal(at: At, size: At): Shape[] {
  const [w, , h] = size;
  const edge = Math.min(w, h) * 0.36;
  const [u, v] = [(w - edge) / 2, (h - edge) / 2];
  return [
    paintPatches('left', at, size, [[u, v, edge, edge]], darkenColour(stuff.gold.left, 0.5)),
    paintPatches('left', at, size, [[u + 0.03, v + 0.03, edge - 0.06, edge - 0.06]], stuff.gold.left),
    paintPatches(
      'left',
      at,
      size,
      [
        [u + 0.03, v + 0.03, edge - 0.06, 0.04],
        [u + 0.03, v + 0.03, 0.04, edge - 0.06],
      ],
      '#ffe9a3',
    ),
    paintPatches(
      'left',
      at,
      size,
      [[u + edge * 0.36, v + edge * 0.36, edge * 0.28, edge * 0.28]],
      darkenColour(stuff.gold.left, 0.35),
    ),
  ];
}

/** Draws an open crate, heaped with coins. */
export function drawCoinCrate(at: At, size: At = [1, 1, 1], heap = 1): Shape[][] {
  const [x, y, z] = at;
  const [w, d, h] = size;
  const spots: readonly (readonly [number, number, number])[] = [
    [0.3, 0.28, 0],
    [0.62, 0.26, 0.02],
    [0.26, 0.58, 0.02],
    [0.72, 0.52, 0],
    [0.5, 0.46, 0.1],
    [0.42, 0.72, 0],
    [0.7, 0.74, 0.03],
    [0.6, 0.6, 0.14],
    [0.38, 0.5, 0.15],
    [0.52, 0.52, 0.24],
  ];
  return [
    [
      ...drawCrate(at, size),
      ...drawSeal(at, size),
      paintPatches('top', at, size, [[0.13, 0.13, w - 0.26, d - 0.26]], '#3a2412'),
      paintPatches('top', at, size, [[0.2, 0.22, w - 0.36, d - 0.36]], '#8a5a12'),
    ],
    ...spots
      .slice(0, Math.ceil(spots.length * heap))
      .map(([u, v, rise]) => drawCoin([x + u * w, y + v * d, z + h - 0.05 + rise], 0.17)),
    [drawGlow([x + w / 2, y + d / 2, z + h + 0.1], 0.9, '#ffcf5a', 0.35)],
  ];
}

/** Draws a lantern with cap, light and foot; `size` is its width. */
export function drawLantern([x, y, z]: At, size = 0.34): Shape[][] {
  const [foot, body, lid] = [size * 0.22, size * 1.05, size * 0.3];
  const inner = size * 0.84;
  const off = (size - inner) / 2;
  const lamp: At = [x + off, y + off, z + foot];
  const glass: At = [inner, inner, body];
  const bars: Patch[] = [
    [0, 0, inner * 0.13, body],
    [inner * 0.87, 0, inner * 0.13, body],
    [0, body * 0.46, inner, body * 0.08],
  ];
  return [
    [drawGlow([x + size / 2, y + size / 2, z + size * 0.7], size * 2.6, '#ffb347', 0.75)],
    [
      ...drawPlainBlock([x, y, z], [size, size, foot], stuff.basalt),
      ...drawPlainBlock(lamp, glass, stuff.lamp),
      paintPatches('left', lamp, glass, [[inner * 0.25, body * 0.2, inner * 0.5, body * 0.6]], '#fff6d8'),
      paintPatches('right', lamp, glass, [[inner * 0.25, body * 0.2, inner * 0.5, body * 0.6]], '#ffe19a'),
      paintPatches('left', lamp, glass, bars, stuff.basalt.left),
      paintPatches('right', lamp, glass, bars, stuff.basalt.right),
      ...drawPlainBlock([x, y, z + foot + body], [size, size, lid * 0.4], stuff.slate),
      ...drawPyramid([x, y, z + foot + body + lid * 0.4], [size, size, lid], stuff.basalt),
    ],
  ];
}

/** Draws lit windows on a face, each with frame, light and crossbars. */
export function drawWindows(face: 'left' | 'right', at: At, size: At, panes: readonly Patch[]): Shape[] {
  const growPatch = ([u, v, w, h]: Patch, by: number): Patch => [u - by, v - by, w + 2 * by, h + 2 * by];
  return [
    paintPatches(
      face,
      at,
      size,
      panes.map((pane) => growPatch(pane, 0.035)),
      '#2a1c14',
    ),
    paintPatches(face, at, size, panes, face === 'left' ? '#ffd36b' : '#ffbe55'),
    paintPatches(
      face,
      at,
      size,
      panes.map(([u, v, w, h]): Patch => [u, v, w * 0.5, h * 0.5]),
      '#fff0bd',
      0.8,
    ),
    paintPatches(
      face,
      at,
      size,
      panes.flatMap(([u, v, w, h]): Patch[] => [
        [u + w / 2 - 0.014, v, 0.028, h],
        [u, v + h / 2 - 0.014, w, 0.028],
      ]),
      '#2a1c14',
    ),
  ];
}

/** Draws a cut gem: a ring with a tip above and below. */
export function drawGem([x, y, z]: At, radius: number, tone: Tone, height = 1.3): Shape[] {
  const half = radius * 0.9;
  return [
    ...drawPyramid([x - half, y - half, z], [half * 2, half * 2, radius * height * 1.25], tone, true),
    ...drawPyramid([x - half, y - half, z], [half * 2, half * 2, radius * height], tone),
  ];
}

/** Draws a patch of earth with grass on it. */
export const drawLawn = ([x, y, z]: At, [w, d]: Spot, tone: Tone = stuff.grass): Shape[][] => [
  [
    ...drawBlock([x, y, z], [w, d, 0.32], stuff.dirt, { seed: 11, rim: 0 }),
    ...drawBlock([x, y, z + 0.32], [w, d, 0.14], tone, { seed: 3 }),
  ],
];

/** Draws an upright post of wood or metal. */
export const drawPost = ([x, y, z]: At, thick: number, height: number, tone: Tone): Shape[] =>
  drawPlainBlock([x - thick / 2, y - thick / 2, z], [thick, thick, height], tone);

/** Draws a tree of blocks. */
export function drawTree([x, y, z]: At, size = 1): Shape[][] {
  const s = size;
  return [
    drawPlainBlock([x - 0.09 * s, y - 0.09 * s, z], [0.18 * s, 0.18 * s, 0.5 * s], stuff.bark),
    drawBlock([x - 0.4 * s, y - 0.4 * s, z + 0.42 * s], [0.8 * s, 0.8 * s, 0.42 * s], stuff.leaf, {
      seed: 9,
      cell: 0.13 * s,
      share: 0.3,
    }),
    drawBlock([x - 0.24 * s, y - 0.24 * s, z + 0.84 * s], [0.48 * s, 0.48 * s, 0.26 * s], stuff.leaf, {
      seed: 4,
      cell: 0.13 * s,
      share: 0.3,
    }),
  ];
}

/** Draws a gabled roof with rows of tiles over a rectangle; the ridge runs away to the right. */
export function drawGable([x, y, z]: At, [w, d, h]: At, tone: Tone, over = 0.12): Shape[] {
  const outline: Spot[] = [
    [-over, -0.06],
    [w / 2, h],
    [w + over, -0.06],
    [w + over, 0.08],
    [w / 2, h + 0.16],
    [-over, 0.08],
  ];
  const wall: Spot[] = [
    [0, 0],
    [w, 0],
    [w / 2, h],
  ];
  return [
    ...drawPrism(wall, { plane: 'left', at: [x, y + d, z], thick: d, tone: stuff.birch }),
    ...drawPrism(outline, { plane: 'left', at: [x, y + d + over, z], thick: d + 2 * over, tone }),
  ];
}

/** Draws a sparkle: a small star with four points. */
export function drawSparkle(at: At, size: number, fill = '#fff3cf'): Shape[] {
  const [u, v] = projectToScreen(at);
  const star = Array.from({ length: 8 }, (_, place): Spot => {
    const [reach, angle] = [place % 2 === 0 ? size * 1.5 : size * 0.36, (place * Math.PI) / 4];
    return [u + Math.cos(angle) * reach * 0.8, v + Math.sin(angle) * reach];
  });
  return [{ loops: [star], fill, opacity: 0.95, room: true }];
}
