import type { Shape, Spot } from './iso';

/** A drawing: things from back to front, each outlined against what is behind it. */
export interface Drawing {
  readonly things: readonly (readonly Shape[])[];
  /** Pixels of a block's edge on the 240 px board; left out, the drawing fills the board. */
  readonly scale?: number;
}

/** The board all art is drawn on, px. */
export const BOARD = 240;
const MARGIN = 16;

/** Shadows, marks and lights do not count for the size: the thing itself fills the board. */
const spotsOf = (shape: Shape): readonly Spot[] => (shape.solid || shape.room ? shape.loops.flat() : []);

/** Maps blocks on the screen to the board: as large as fits, or at the drawing's own scale, in the middle. */
export function fit({ things, scale }: Drawing): (spot: Spot) => Spot {
  const spots = things.flat().flatMap(spotsOf);
  const us = spots.map(([u]) => u);
  const vs = spots.map(([, v]) => v);
  const [west, east, north, south] = [Math.min(...us), Math.max(...us), Math.min(...vs), Math.max(...vs)];
  const room = BOARD - 2 * MARGIN;
  const size = Math.min(scale ?? Number.POSITIVE_INFINITY, room / (east - west), room / (south - north));
  const [midU, midV] = [(west + east) / 2, (north + south) / 2];
  return ([u, v]) => [BOARD / 2 + (u - midU) * size, BOARD / 2 + (v - midV) * size];
}

/** Pixels of one block for a fitted drawing. */
export const unitOf = (place: (spot: Spot) => Spot): number => place([1, 0])[0] - place([0, 0])[0];

const tenths = (value: number): number => Math.round(value * 10);
const short = (value: number): string => String(value / 10).replace(/^(-?)0\./, '$1.');
const pair = (u: number, v: number): string => `${short(u)}${v < 0 ? '' : ' '}${short(v)}`;

/** Loops as an SVG path, in relative steps of a tenth of a pixel. */
export function pathOf(loops: readonly (readonly Spot[])[], place: (spot: Spot) => Spot): string {
  let [penU, penV] = [0, 0];
  return loops
    .map((loop) => {
      let start: Spot | undefined;
      const steps = loop.map((spot) => {
        const [u, v] = place(spot);
        const step = pair(tenths(u) - penU, tenths(v) - penV);
        [penU, penV] = [tenths(u), tenths(v)];
        start ??= [penU, penV];
        return step;
      });
      [penU, penV] = start ?? [penU, penV];
      return `m${steps[0] ?? ''}l${steps.slice(1).join(' ').replaceAll(' -', '-')}z`;
    })
    .join('');
}
