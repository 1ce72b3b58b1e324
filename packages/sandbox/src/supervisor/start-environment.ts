type Environment = Readonly<Record<string, string>>;

/** The setting that lets a process die: after its death it has done so. */
const FAILPOINTS = 'FAILPOINTS';

/** What one service is told at each of its starts: the usual, and once something more. */
export class StartEnvironment {
  private extra: Environment;

  /** @param usual asked at each start, since addresses may move; only the first life is told to die */
  constructor(private readonly base: () => Environment) {
    const failpoints = base()[FAILPOINTS];
    this.extra = failpoints === undefined ? {} : { [FAILPOINTS]: failpoints };
  }

  /** Adds settings for the next life only. */
  once(extra: Environment): void {
    this.extra = extra;
  }

  /** The environment of the life that begins now. */
  next(): Environment {
    const { [FAILPOINTS]: _, ...base } = this.base();
    const environment = { ...base, ...this.extra };
    this.extra = {};
    return environment;
  }
}
