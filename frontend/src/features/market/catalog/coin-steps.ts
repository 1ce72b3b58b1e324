/** Presets of the quick coins and the custom dialog, millions. */
export const COIN_PRESETS = [10, 25, 50, 100, 250, 500] as const;

/** Step sizes of the slider from each amount on, millions. */
const STEP_SIZES = [
  { from: 1, by: 1 },
  { from: 20, by: 5 },
  { from: 100, by: 10 },
  { from: 250, by: 25 },
  { from: 500, by: 50 },
  { from: 1000, by: 250 },
] as const;

/** The slider's positions in millions: fine for small amounts, coarse for large ones, the last is `max`. */
export function coinSteps(max: number): number[] {
  const steps: number[] = [];
  for (let at = 1; at < max; at += STEP_SIZES.findLast(({ from }) => at >= from)?.by ?? 1) steps.push(at);
  return max >= 1 ? [...steps, max] : [];
}

/** The slider's index for an amount: the last position not above it. */
export const stepIndexOf = (steps: readonly number[], millions: number): number =>
  Math.max(
    0,
    steps.findLastIndex((step) => step <= millions),
  );
