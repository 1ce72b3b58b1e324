/** Differences between the clocks below this are mere inaccuracy, ms. */
const NOTED_MS = 1_000;
const offset = (): number => Date.now() - performance.now();

let known = offset();
let sleptMs = 0;

/**
 * A monotonic clock that includes sleep, ms. The process's clock stops while the machine sleeps, so the wall clock's gain
 * is added; a wall clock set forward counts as sleep, one set back is ignored.
 */
export function wakingNow(): number {
  const gained = offset() - known;
  if (Math.abs(gained) >= NOTED_MS) {
    known += gained;
    sleptMs += Math.max(0, gained);
  }
  return performance.now() + sleptMs;
}
