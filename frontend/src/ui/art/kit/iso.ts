import { darker, lighter, mix, type Tone } from './tone';

/** A place in the block world: x runs right and down the screen, y left and down, z up; 1 is a block's edge. */
export type At = readonly [x: number, y: number, z: number];
export type Spot = readonly [u: number, v: number];
export type Face = 'top' | 'left' | 'right';

/** Something flat, already on the screen, in blocks. `solid` shapes make the outline. */
export interface Shape {
  readonly loops: readonly (readonly Spot[])[];
  readonly fill: string;
  readonly opacity?: number;
  readonly solid?: boolean;
  /** Counts for the size of the drawing though it makes no outline. */
  readonly room?: boolean;
  /** A soft light of this radius in blocks around the loop's first spot, instead of a filled loop. */
  readonly glow?: number;
}

/** True cubes in the 2:1 projection. */
const RISE = 1.2247;

/** Where a place lies on the screen, in blocks; y runs down. */
export const project = ([x, y, z]: At): Spot => [x - y, (x + y) / 2 - z * RISE];

const solid = (places: readonly At[], fill: string): Shape => ({
  loops: [places.map(project)],
  fill,
  solid: true,
});

/** Turns spots of a face (u to the right, v down from its top edge; on `top` u along x, v along y) into places. */
export function onFace(face: Face, [x, y, z]: At, [w, d, h]: At): (spot: Spot) => At {
  if (face === 'top') return ([u, v]) => [x + u, y + v, z + h];
  if (face === 'left') return ([u, v]) => [x + u, y + d, z + h - v];
  return ([u, v]) => [x + w, y + d - u, z + h - v];
}

/** The three faces of a block that one sees. */
export function faces(at: At, size: At, { top, left, right }: Tone): Shape[] {
  const [w, d, h] = size;
  const face = (name: Face, across: number, down: number, fill: string) => {
    const place = onFace(name, at, size);
    return solid([place([0, 0]), place([across, 0]), place([across, down]), place([0, down])], fill);
  };
  return [face('left', w, h, left), face('right', d, h, right), face('top', w, d, top)];
}

type Plane = 'left' | 'right' | 'top';

interface Cut {
  /** The plane the outline lies in: a wall that faces left or right, or the ground. */
  readonly plane: Plane;
  /** Front corner of the plane's origin; the thickness goes away from the viewer (walls) or up (ground). */
  readonly at: At;
  readonly thick: number;
  readonly tone: Tone;
}

const area = (spots: readonly Spot[]): number =>
  spots.reduce((sum, [u, v], place) => {
    const [nextU, nextV] = spots[(place + 1) % spots.length] ?? [u, v];
    return sum + u * nextV - nextU * v;
  }, 0) / 2;

/** The step of a tone that a side with this direction takes; `across` points to the visible wall, `up` to the sky. */
function sideFill(tone: Tone, wall: string, across: number, up: number): string {
  if (up <= 0) return darker(wall, 0.25 * -up);
  if (across <= 0) return lighter(tone.top, 0.2);
  return mix(wall, tone.top, up / (up + across));
}

/** A cut shape: an outline with thickness. Outlines are spots `[u, v]` with v up (walls) or `[x, y]` (ground). */
export function prism(outline: readonly Spot[], { plane, at: [x, y, z], thick, tone }: Cut): Shape[] {
  const spots = area(outline) < 0 ? outline.toReversed() : outline;
  const front = (u: number, v: number): At =>
    plane === 'left' ? [x + u, y, z + v] : plane === 'right' ? [x, y - u, z + v] : [x + u, y + v, z + thick];
  const back = (u: number, v: number): At =>
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
        ? mix(tone.left, tone.right, Math.min(1, Math.max(0, (normalU - normalV + 1) / 2)))
        : plane === 'left'
          ? sideFill(tone, tone.right, normalU, normalV)
          : sideFill(tone, tone.left, -normalU, normalV);
    const depth =
      plane === 'top' ? u + v + nextU + nextV : (plane === 'left' ? u + nextU : -u - nextU) + v + nextV;
    return [
      { depth, shape: solid([front(u, v), front(nextU, nextV), back(nextU, nextV), back(u, v)], fill) },
    ];
  });
  sides.sort((one, other) => one.depth - other.depth);
  const fill = plane === 'top' ? tone.top : plane === 'left' ? tone.left : tone.right;
  return [
    ...sides.map(({ shape }) => shape),
    solid(
      spots.map(([u, v]) => front(u, v)),
      fill,
    ),
  ];
}

/** A point over a rectangle: roofs, tips, cut stones. With `down` it hangs instead. */
export function pyramid([x, y, z]: At, [w, d, h]: At, tone: Tone, down = false): Shape[] {
  const tip: At = [x + w / 2, y + d / 2, down ? z - h : z + h];
  const corner = {
    west: [x, y + d, z],
    south: [x + w, y + d, z],
    east: [x + w, y, z],
    north: [x, y, z],
  } as const;
  const walls = [
    solid([tip, corner.west, corner.south], down ? darker(tone.left, 0.22) : tone.left),
    solid([tip, corner.south, corner.east], down ? darker(tone.right, 0.22) : tone.right),
  ];
  if (down) return walls;
  return [
    solid([tip, corner.north, corner.west], lighter(tone.top, 0.1)),
    solid([tip, corner.north, corner.east], tone.top),
    ...walls,
  ];
}

/** An even ring of `sides` corners around a middle. */
export const ring = ([u, v]: Spot, radius: number, sides = 8): Spot[] =>
  Array.from({ length: sides }, (_, place) => {
    const angle = ((place + 0.5) / sides) * 2 * Math.PI;
    return [u + Math.cos(angle) * radius, v + Math.sin(angle) * radius] as const;
  });
