/** How Discord refuses every call of the bot. */
export interface RefusalForm {
  readonly status: number;
  /** What a 429 asks to wait, s. */
  readonly retryAfter: number;
}

/** A time in which nothing that the bot calls is done; nothing is kept over a restart. */
export class Refusal {
  private until = Number.NEGATIVE_INFINITY;
  private form: RefusalForm | undefined;

  constructor(private readonly now: () => number) {}

  /** Refuses from now on, for so long, s. */
  begin(seconds: number, form: RefusalForm): void {
    this.until = this.now() + seconds * 1_000;
    this.form = form;
  }

  /** How a call of now is refused, if it is. */
  current(): RefusalForm | undefined {
    return this.now() < this.until ? this.form : undefined;
  }
}
