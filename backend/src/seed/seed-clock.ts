import { Clock } from '../platform/clock.js';

/** A clock that the seed sets back, so that the demo orders lie in the past. */
export class SeedClock extends Clock {
  private offsetMs = 0;

  setClockBack(ms: number): void {
    this.offsetMs = ms;
  }

  override now(): Date {
    return new Date(Date.now() - this.offsetMs);
  }
}
