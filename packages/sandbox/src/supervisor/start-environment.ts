type Environment = Readonly<Record<string, string>>;

/** Passed to the first start only: a process that died at its failpoint must not die again. */
const FAILPOINTS = 'FAILPOINTS';

/** The environment of each start of one service: the base, and settings for one start. */
export class StartEnvironment {
  private extra: Environment;

  /** @param base read at each start, since addresses may change */
  constructor(private readonly base: () => Environment) {
    const failpoints = base()[FAILPOINTS];
    this.extra = failpoints === undefined ? {} : { [FAILPOINTS]: failpoints };
  }

  /** Adds settings for the next start only. */
  once(extra: Environment): void {
    this.extra = extra;
  }

  /** The environment of the start that begins now. */
  next(): Environment {
    const { [FAILPOINTS]: _, ...base } = this.base();
    const environment = { ...base, ...this.extra };
    this.extra = {};
    return environment;
  }
}
