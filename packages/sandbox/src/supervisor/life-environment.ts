type Environment = Readonly<Record<string, string>>;

/** The setting that lets a process die: after its death it has done so. */
const DEADLY = 'FAILPOINTS';

/** What one service is told at each of its starts: the usual, and once something more. */
export class LifeEnvironment {
  private extra: Environment;

  /** @param usual asked at each start, since addresses may move; only the first life is told to die */
  constructor(private readonly usual: () => Environment) {
    const deaths = usual()[DEADLY];
    this.extra = deaths === undefined ? {} : { [DEADLY]: deaths };
  }

  /** Adds settings for the next life only. */
  once(extra: Environment): void {
    this.extra = extra;
  }

  /** The environment of the life that begins now. */
  next(): Environment {
    const { [DEADLY]: _, ...usual } = this.usual();
    const environment = { ...usual, ...this.extra };
    this.extra = {};
    return environment;
  }
}
