import {
  drawBoxFaces,
  drawPrism,
  projectToScreen,
  createRing,
  type At,
  type Shape,
  type Spot,
} from './isometric';
import { drawGrain, drawRim } from './surface-marks';
import type { Tone } from './colour-tones';

interface BlockLook {
  /** Seed of the block's texture; 0 for a smooth block. */
  readonly seed?: number;
  readonly cell?: number;
  readonly share?: number;
  /** Width of the block's lit rim; 0 for none. */
  readonly rim?: number;
}

/** Draws a box with texture and lit rim, from which most drawings are built. */
export function drawBlock(at: At, size: At, tone: Tone, look: BlockLook = {}): Shape[] {
  const { seed = 1, cell, share, rim: edge = 0.05 } = look;
  return [
    ...drawBoxFaces(at, size, tone),
    ...(seed ? drawGrain(at, size, seed + at[0] * 7 + at[1] * 13 + at[2] * 29, cell, share) : []),
    ...(edge ? drawRim(at, size, tone, edge) : []),
  ];
}

/** Draws a smooth box without texture, for small parts. */
export const drawPlainBlock = (at: At, size: At, tone: Tone): Shape[] =>
  drawBlock(at, size, tone, { seed: 0, rim: 0.03 });

/** Draws a disc that lies flat, for coins, pans and wells. */
export const drawDisc = ([x, y, z]: At, radius: number, thick: number, tone: Tone, sides = 10): Shape[] =>
  drawPrism(createRing([0, 0], radius, sides), { plane: 'top', at: [x, y, z], thick, tone });

/** Draws a disc that stands upright and faces left, for wheels and targets. */
export const drawWheel = (at: At, radius: number, thick: number, tone: Tone, sides = 12): Shape[] =>
  drawPrism(createRing([0, 0], radius, sides), { plane: 'left', at, thick, tone });

/** Draws the shadow of an object with this footprint, to its right. */
export const drawShadow = ([x, y]: Spot, [w, d]: Spot, z = 0): Shape => ({
  loops: [
    (
      [
        [x - 0.1, y + d + 0.12, z],
        [x + w + 0.1, y + d + 0.12, z],
        [x + w + 0.32, y + d - 0.2, z],
        [x + w + 0.32, y - 0.2, z],
        [x + w, y - 0.1, z],
        [x, y, z],
      ] as const
    ).map(projectToScreen),
  ],
  fill: '#05060c',
  opacity: 0.26,
});

/** Draws a thin straight line between two points, for ropes, strings and rays of light. */
export function drawLine(from: At, to: At, width: number, fill: string, opacity?: number): Shape {
  const [u1, v1] = projectToScreen(from);
  const [u2, v2] = projectToScreen(to);
  const length = Math.hypot(u2 - u1, v2 - v1) || 1;
  const [offU, offV] = [((v2 - v1) / length) * (width / 2), ((u1 - u2) / length) * (width / 2)];
  const loops: Spot[][] = [
    [
      [u1 + offU, v1 + offV],
      [u2 + offU, v2 + offV],
      [u2 - offU, v2 - offV],
      [u1 - offU, v1 - offV],
    ],
  ];
  return opacity === undefined ? { loops, fill, solid: true } : { loops, fill, opacity };
}
