/** A wall clock that moved by less than this is only less exact than the other, ms. */
const NOTED_MS = 1_000;
const offset = (): number => Date.now() - performance.now();

let known = offset();
let sleptMs = 0;

/**
 * Time that only goes on, ms. The process's own clock stands still while the machine sleeps, so what the wall clock gained
 * meanwhile is added; a wall clock that was put forward counts as a sleep, one that was put back as nothing.
 */
export function wakingNow(): number {
  const gained = offset() - known;
  if (Math.abs(gained) >= NOTED_MS) {
    known += gained;
    sleptMs += Math.max(0, gained);
  }
  return performance.now() + sleptMs;
}
