/** Requests in progress by key; a repeated request gets the answer of the first one. */
export class InFlight<T> {
  private readonly begun = new Map<string, Promise<T>>();

  /** Starts a request unless one with this key is in progress. */
  run(key: string, start: () => Promise<T>): Promise<T> {
    const known = this.begun.get(key);
    if (known) return known;
    const begun = start().finally(() => this.begun.delete(key));
    this.begun.set(key, begun);
    return begun;
  }
}
