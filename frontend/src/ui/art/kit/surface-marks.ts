import { mapFaceToWorld, projectToScreen, type At, type Face, type Shape, type Spot } from './isometric';
import { lightenColour, type Tone } from './colour-tones';

/** Rectangle on a face of a block: left edge, top edge, width and height, in blocks. */
export type Patch = readonly [u: number, v: number, w: number, h: number];

const cornersOfPatch = ([u, v, w, h]: Patch): Spot[] => [
  [u, v],
  [u + w, v],
  [u + w, v + h],
  [u, v + h],
];

/** Paints rectangles on a face of a block. */
export function paintPatches(
  face: Face,
  at: At,
  size: At,
  patches: readonly Patch[],
  fill: string,
  opacity?: number,
): Shape {
  const place = mapFaceToWorld(face, at, size);
  const loops = patches.map((patch) => cornersOfPatch(patch).map((spot) => projectToScreen(place(spot))));
  return opacity === undefined ? { loops, fill } : { loops, fill, opacity };
}

/** Returns a generator of pseudo-random numbers that are the same for the same seed. */
export function createDice(seed: number): () => number {
  let state = (seed * 2654435761) >>> 0;
  return () => {
    state = (Math.imul(state ^ (state >>> 15), 2246822519) + 374761393) >>> 0;
    return ((state ^ (state >>> 13)) >>> 0) / 4294967296;
  };
}

const faceSizeOf = (face: Face, [w, d, h]: At): readonly [number, number] =>
  face === 'top' ? [w, d] : face === 'left' ? [w, h] : [d, h];

/** Draws the texture of a block: a few cells of each face are a little lighter or darker. */
export function drawGrain(at: At, size: At, seed: number, cell = 0.25, share = 0.2): Shape[] {
  const roll = createDice(seed);
  return (['top', 'left', 'right'] as const).flatMap((face) => {
    const [breadth, height] = faceSizeOf(face, size);
    const light: Patch[] = [];
    const dark: Patch[] = [];
    for (let u = 0; u < breadth - 0.01; u += cell) {
      for (let v = 0; v < height - 0.01; v += cell) {
        const patch: Patch = [u, v, Math.min(cell, breadth - u), Math.min(cell, height - v)];
        const chance = roll();
        if (chance < share * 0.45) light.push(patch);
        else if (chance < share) dark.push(patch);
      }
    }
    return [
      paintPatches(face, at, size, light, '#ffffff', 0.09),
      paintPatches(face, at, size, dark, '#120d26', 0.13),
    ];
  });
}

/** Draws the lit rim of a block: a thin line along its upper edges and its front corner. */
export function drawRim(at: At, size: At, { top, left, right }: Tone, width = 0.05): Shape[] {
  const [w, d, h] = size;
  const line = Math.min(width, h / 3, w / 3, d / 3);
  return [
    paintPatches(
      'top',
      at,
      size,
      [
        [0, 0, line, d],
        [0, 0, w, line],
      ],
      lightenColour(top, 0.25),
      0.55,
    ),
    paintPatches('left', at, size, [[0, 0, w, line]], lightenColour(left, 0.5), 0.75),
    paintPatches('right', at, size, [[0, 0, d, line]], lightenColour(right, 0.4), 0.6),
    paintPatches('left', at, size, [[w - line, line, line, h - line]], lightenColour(left, 0.35), 0.4),
  ];
}

/** Draws a soft light around a point; the radius is in blocks. */
export const drawGlow = (at: At, radius: number, colour: string, opacity = 0.8): Shape => ({
  loops: [[projectToScreen(at)]],
  fill: colour,
  opacity,
  glow: radius,
});
