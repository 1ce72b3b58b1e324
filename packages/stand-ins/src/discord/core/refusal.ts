/** The answer with which Discord refuses every call of the bot. */
export interface RefusalForm {
  readonly status: number;
  /** Wait that a 429 names, s. */
  readonly retryAfter: number;
}

/** A period in which all calls of the bot are refused; not kept over a restart. */
export class Refusal {
  private until = Number.NEGATIVE_INFINITY;
  private form: RefusalForm | undefined;

  constructor(private readonly now: () => number) {}

  /** Starts refusing calls, for this many seconds. */
  begin(seconds: number, form: RefusalForm): void {
    this.until = this.now() + seconds * 1_000;
    this.form = form;
  }

  /** The present refusal; undefined outside of a period. */
  current(): RefusalForm | undefined {
    return this.now() < this.until ? this.form : undefined;
  }
}
