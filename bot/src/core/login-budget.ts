const CAPACITY = 20;
const REFILL_MS = 10 * 60_000;

/**
 * Keeps log-ins far below the 1,000 a day after which Discord resets the token (F23): twenty may come in a row,
 * then one every ten minutes, which makes 164 on the worst day.
 */
export class LoginBudget {
  private spent = 0;
  private countedAt: number;

  constructor(private readonly now: () => number = () => performance.now()) {
    this.countedAt = now();
  }

  /** Notes one log-in. */
  spend(): void {
    this.refill();
    this.spent += 1;
  }

  /** How long to wait for the next, ms. */
  waitMs(): number {
    this.refill();
    return this.spent < CAPACITY ? 0 : this.countedAt + REFILL_MS - this.now();
  }

  private refill(): void {
    if (this.spent === 0) this.countedAt = this.now();
    const back = Math.min(this.spent, Math.floor((this.now() - this.countedAt) / REFILL_MS));
    this.spent -= back;
    this.countedAt += back * REFILL_MS;
  }
}
