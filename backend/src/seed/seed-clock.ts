import { Clock } from '../common/clock.js';

/** A clock that the seed turns back, so that the demo's orders have a past. */
export class SeedClock extends Clock {
  private ago = 0;

  turnBack(ms: number): void {
    this.ago = ms;
  }

  override now(): Date {
    return new Date(Date.now() - this.ago);
  }
}
