import { darkenColour, lightenColour, mixColours, type Tone } from './colour-tones';

/** Point in the block world: x runs right and down the screen, y left and down, z up; a block's edge is 1 long. */
export type At = readonly [x: number, y: number, z: number];
export type Spot = readonly [u: number, v: number];
export type Face = 'top' | 'left' | 'right';

/** Flat shape on the screen, measured in blocks. Only `solid` shapes are part of a thing's outline. */
export interface Shape {
  readonly loops: readonly (readonly Spot[])[];
  readonly fill: string;
  readonly opacity?: number;
  readonly solid?: boolean;
  /** True when the shape counts for the size of the drawing although it is not part of an outline. */
  readonly room?: boolean;
  /** Radius in blocks of a soft light around the first point, which is drawn instead of a filled shape. */
  readonly glow?: number;
}

/** Height of a block on the screen in the 2:1 projection that makes it look like a true cube. */
const RISE = 1.2247;

/** Projects a point of the block world onto the screen, in blocks; y runs down. */
export const projectToScreen = ([x, y, z]: At): Spot => [x - y, (x + y) / 2 - z * RISE];

const createSolidShape = (places: readonly At[], fill: string): Shape => ({
  loops: [places.map(projectToScreen)],
  fill,
  solid: true,
});

/**
 * Returns a function from points on a face of a box (u to the right, v down; on `top` u along x, v along y) to points
 * of the block world.
 */
export function mapFaceToWorld(face: Face, [x, y, z]: At, [w, d, h]: At): (spot: Spot) => At {
  if (face === 'top') return ([u, v]) => [x + u, y + v, z + h];
  if (face === 'left') return ([u, v]) => [x + u, y + d, z + h - v];
  return ([u, v]) => [x + w, y + d - u, z + h - v];
}

/** Draws the three visible faces of a box. */
export function drawBoxFaces(at: At, size: At, { top, left, right }: Tone): Shape[] {
  const [w, d, h] = size;
  const drawFace = (name: Face, across: number, down: number, fill: string) => {
    const place = mapFaceToWorld(name, at, size);
    return createSolidShape(
      [place([0, 0]), place([across, 0]), place([across, down]), place([0, down])],
      fill,
    );
  };
  return [drawFace('left', w, h, left), drawFace('right', d, h, right), drawFace('top', w, d, top)];
}

type Plane = 'left' | 'right' | 'top';

interface Cut {
  /** Plane in which the outline lies: a wall that faces left or right, or the ground. */
  readonly plane: Plane;
  /** Front corner of the plane; the thickness extends away from the viewer (walls) or up (ground). */
  readonly at: At;
  readonly thick: number;
  readonly tone: Tone;
}

const computeSignedArea = (spots: readonly Spot[]): number =>
  spots.reduce((sum, [u, v], place) => {
    const [nextU, nextV] = spots[(place + 1) % spots.length] ?? [u, v];
    return sum + u * nextV - nextU * v;
  }, 0) / 2;

/** Returns the fill of a side by its direction; `across` points to the visible wall, `up` to the sky. */
function computeSideFill(tone: Tone, wall: string, across: number, up: number): string {
  if (up <= 0) return darkenColour(wall, 0.25 * -up);
  if (across <= 0) return lightenColour(tone.top, 0.2);
  return mixColours(wall, tone.top, up / (up + across));
}

/** Draws an outline with a thickness. The outline's points are `[u, v]` with v up (walls) or `[x, y]` (ground). */
export function drawPrism(outline: readonly Spot[], { plane, at: [x, y, z], thick, tone }: Cut): Shape[] {
  const spots = computeSignedArea(outline) < 0 ? outline.toReversed() : outline;
  const toFrontPoint = (u: number, v: number): At =>
    plane === 'left' ? [x + u, y, z + v] : plane === 'right' ? [x, y - u, z + v] : [x + u, y + v, z + thick];
  const toBackPoint = (u: number, v: number): At =>
    plane === 'left'
      ? [x + u, y - thick, z + v]
      : plane === 'right'
        ? [x - thick, y - u, z + v]
        : [x + u, y + v, z];
  const sides = spots.flatMap((spot, place) => {
    const [u, v] = spot;
    const [nextU, nextV] = spots[(place + 1) % spots.length] ?? spot;
    const length = Math.hypot(nextU - u, nextV - v) || 1;
    const [normalU, normalV] = [(nextV - v) / length, (u - nextU) / length];
    const seen =
      plane === 'top' ? normalU + normalV : (plane === 'left' ? normalU : -normalU) * 0.612 + normalV * 0.5;
    if (seen <= 0.001) return [];
    const fill =
      plane === 'top'
        ? mixColours(tone.left, tone.right, Math.min(1, Math.max(0, (normalU - normalV + 1) / 2)))
        : plane === 'left'
          ? computeSideFill(tone, tone.right, normalU, normalV)
          : computeSideFill(tone, tone.left, -normalU, normalV);
    const depth =
      plane === 'top' ? u + v + nextU + nextV : (plane === 'left' ? u + nextU : -u - nextU) + v + nextV;
    return [
      {
        depth,
        shape: createSolidShape(
          [toFrontPoint(u, v), toFrontPoint(nextU, nextV), toBackPoint(nextU, nextV), toBackPoint(u, v)],
          fill,
        ),
      },
    ];
  });
  sides.sort((one, other) => one.depth - other.depth);
  const fill = plane === 'top' ? tone.top : plane === 'left' ? tone.left : tone.right;
  return [
    ...sides.map(({ shape }) => shape),
    createSolidShape(
      spots.map(([u, v]) => toFrontPoint(u, v)),
      fill,
    ),
  ];
}

/** Draws a pyramid over a rectangle, for roofs, tips and cut stones; with `down` its tip hangs below. */
export function drawPyramid([x, y, z]: At, [w, d, h]: At, tone: Tone, down = false): Shape[] {
  const tip: At = [x + w / 2, y + d / 2, down ? z - h : z + h];
  const corner = {
    west: [x, y + d, z],
    south: [x + w, y + d, z],
    east: [x + w, y, z],
    north: [x, y, z],
  } as const;
  const walls = [
    createSolidShape([tip, corner.west, corner.south], down ? darkenColour(tone.left, 0.22) : tone.left),
    createSolidShape([tip, corner.south, corner.east], down ? darkenColour(tone.right, 0.22) : tone.right),
  ];
  if (down) return walls;
  return [
    createSolidShape([tip, corner.north, corner.west], lightenColour(tone.top, 0.1)),
    createSolidShape([tip, corner.north, corner.east], tone.top),
    ...walls,
  ];
}

/** Returns the corners of a regular polygon around a centre. */
export const createRing = ([u, v]: Spot, radius: number, sides = 8): Spot[] =>
  Array.from({ length: sides }, (_, place) => {
    const angle = ((place + 0.5) / sides) * 2 * Math.PI;
    return [u + Math.cos(angle) * radius, v + Math.sin(angle) * radius] as const;
  });
