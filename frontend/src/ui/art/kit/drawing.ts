import type { Shape, Spot } from './isometric';

/** Drawing of several things, listed from back to front; each is outlined against those behind it. */
export interface Drawing {
  readonly things: readonly (readonly Shape[])[];
  /** Length of a block's edge in px on the 240 px board; if omitted, the drawing fills the board. */
  readonly scale?: number;
}

/** Edge length of the square on which all art is drawn, px. */
export const BOARD = 240;
const MARGIN = 16;

/** Returns the points that count for a drawing's size: those of solid shapes, but not of shadows, marks and lights. */
const sizingSpotsOf = (shape: Shape): readonly Spot[] =>
  shape.solid || shape.room ? shape.loops.flat() : [];

/**
 * Returns a function from block units on the screen to the board: centred, as large as fits or at the drawing's own
 * scale.
 */
export function fitToBoard({ things, scale }: Drawing): (spot: Spot) => Spot {
  const spots = things.flat().flatMap(sizingSpotsOf);
  const us = spots.map(([u]) => u);
  const vs = spots.map(([, v]) => v);
  const [west, east, north, south] = [Math.min(...us), Math.max(...us), Math.min(...vs), Math.max(...vs)];
  const room = BOARD - 2 * MARGIN;
  const size = Math.min(scale ?? Number.POSITIVE_INFINITY, room / (east - west), room / (south - north));
  const [midU, midV] = [(west + east) / 2, (north + south) / 2];
  return ([u, v]) => [BOARD / 2 + (u - midU) * size, BOARD / 2 + (v - midV) * size];
}

/** Returns the length of a block's edge on the board, px. */
export const blockEdgeOnBoard = (place: (spot: Spot) => Spot): number => place([1, 0])[0] - place([0, 0])[0];

const toTenths = (value: number): number => Math.round(value * 10);
const formatTenths = (value: number): string => String(value / 10).replace(/^(-?)0\./, '$1.');
const formatStep = (u: number, v: number): string =>
  `${formatTenths(u)}${v < 0 ? '' : ' '}${formatTenths(v)}`;

/** Converts outlines into an SVG path, in relative steps of a tenth of a pixel. */
export function toSvgPath(loops: readonly (readonly Spot[])[], place: (spot: Spot) => Spot): string {
  let [penU, penV] = [0, 0];
  return loops
    .map((loop) => {
      let start: Spot | undefined;
      const steps = loop.map((spot) => {
        const [u, v] = place(spot);
        const step = formatStep(toTenths(u) - penU, toTenths(v) - penV);
        [penU, penV] = [toTenths(u), toTenths(v)];
        start ??= [penU, penV];
        return step;
      });
      [penU, penV] = start ?? [penU, penV];
      return `m${steps[0] ?? ''}l${steps.slice(1).join(' ').replaceAll(' -', '-')}z`;
    })
    .join('');
}
