/** How long before its end a token is replaced, ms, so that no call carries one that ends on its way. */
const EARLY_MS = 60_000;

/** A token as PayPal gave it out. */
export interface IssuedToken {
  text: string;
  lifeMs: number;
}

/** The access token of this process: kept until shortly before its end, and asked for once by whoever needs it first. */
export class AccessToken {
  private known: { text: string; goodUntil: number } | undefined;
  private running: Promise<string> | undefined;

  constructor(
    private readonly issue: () => Promise<IssuedToken>,
    private readonly now: () => number,
  ) {}

  /** @throws what `issue` throws; the next call asks again */
  get(): Promise<string> {
    if (this.running) return this.running;
    if (this.known && this.now() < this.known.goodUntil) return Promise.resolve(this.known.text);
    this.running = this.renew().finally(() => {
      this.running = undefined;
    });
    return this.running;
  }

  /** Forgets a token that was refused; one that replaced it since stays. */
  drop(text: string): void {
    if (this.known?.text === text) this.known = undefined;
  }

  private async renew(): Promise<string> {
    const { text, lifeMs } = await this.issue();
    this.known = { text, goodUntil: this.now() + lifeMs - EARLY_MS };
    return text;
  }
}
