import type { ReactElement } from 'react';
import { ArtSvg } from './art-svg';
import { type Drawing, BOARD, fitToBoard } from './kit/drawing';
import { armor } from './pieces/armor';
import { bases } from './pieces/bases';
import { coins } from './pieces/coins';
import { magic } from './pieces/magic';
import { interfaceArt } from './pieces/interface-art';
import { payMarks } from './pieces/pay-marks';
import { strongholds } from './pieces/strongholds';
import { tools } from './pieces/tools';
import { rareItems } from './pieces/rare-items';
import type { Shape, Spot } from './kit/isometric';

/** Number of samples per pixel of the board, in each direction. */
const FINENESS = 3;
const EDGE = BOARD * FINENESS;

type Loop = Shape['loops'][number];

/** Returns the sample points inside an outline, row by row. */
function samplesInLoop(loop: Loop, place: (spot: Spot) => Spot): number[] {
  const spots = loop.map((spot) => place(spot).map((edge) => edge * FINENESS));
  const heights = spots.map(([, v = 0]) => v);
  const last = Math.min(EDGE - 1, Math.ceil(Math.max(...heights)));
  const samples: number[] = [];
  for (let row = Math.max(0, Math.floor(Math.min(...heights))); row <= last; row += 1) {
    const crossings = findCrossings(spots, row + 0.5);
    for (let pair = 0; pair + 1 < crossings.length; pair += 2) {
      const from = Math.max(0, Math.ceil((crossings[pair] ?? 0) - 0.5));
      const to = Math.min(EDGE - 1, Math.ceil((crossings[pair + 1] ?? 0) - 0.5) - 1);
      for (let column = from; column <= to; column += 1) samples.push(row * EDGE + column);
    }
  }
  return samples;
}

function findCrossings(spots: readonly number[][], height: number): number[] {
  return spots
    .flatMap(([u = 0, v = 0], at) => {
      const [nextU = 0, nextV = 0] = spots[(at + 1) % spots.length] ?? [];
      return v <= height === nextV <= height ? [] : [u + ((height - v) / (nextV - v)) * (nextU - u)];
    })
    .toSorted((one, other) => one - other);
}

/**
 * Removes shapes that others hide completely, a third of some drawings, because browsers get slower with each shape.
 * Works from front to back; only opaque shapes hide others.
 */
export function removeHiddenShapes(drawing: Drawing): Drawing {
  const place = fitToBoard(drawing);
  const covered = new Uint8Array(EDGE * EDGE);
  const coveredBySolid = new Uint8Array(EDGE * EDGE);
  const keepVisibleLoops = (shape: Shape): Shape => {
    if (shape.glow !== undefined) return shape;
    const loops = shape.loops.map((loop) => ({ loop, samples: samplesInLoop(loop, place) }));
    // A solid shape is hidden only by other solid shapes, because its outline is needed even below paint.
    const over = shape.solid ? coveredBySolid : covered;
    const inSight = loops.filter(
      ({ samples }) => samples.length === 0 || samples.some((sample) => over[sample] === 0),
    );
    const marks = shape.opacity === undefined ? [covered, ...(shape.solid ? [coveredBySolid] : [])] : [];
    for (const mark of marks)
      for (const { samples } of inSight) for (const sample of samples) mark[sample] = 1;
    return { ...shape, loops: inSight.map(({ loop }) => loop) };
  };
  const things = drawing.things
    .toReversed()
    .map((shapes) => shapes.toReversed().map(keepVisibleLoops).toReversed());
  return {
    ...drawing,
    things: things.toReversed().map((shapes) => shapes.filter(({ loops }) => loops.length > 0)),
  };
}

/** Drawings of all products by key; the image of a product is `/art/<key>.svg`. */
export const products: Readonly<Record<string, Drawing>> = {
  ...coins,
  ...tools,
  ...rareItems,
  ...magic,
  ...bases,
  ...strongholds,
  ...armor,
};

/** All static drawings of the shop, by their file name under /art. */
export const artFiles: ReadonlyMap<string, ReactElement> = new Map(
  Object.entries({ ...products, ...interfaceArt, ...payMarks }).map(([key, drawing]) => [
    key,
    <ArtSvg key={key} drawing={removeHiddenShapes(drawing)} size={480} />,
  ]),
);
