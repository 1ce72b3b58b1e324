type Environment = Readonly<Record<string, string>>;

/** The setting that lets a process die: after its death it has done so. */
const DEADLY = 'FAILPOINTS';

/** What one service is told at each of its starts: the usual, and once something more. */
export class LifeEnvironment {
  private readonly usual: Environment;
  private extra: Environment;

  /** @param first what the first life is told; later ones are not told to die again */
  constructor(first: Environment) {
    const { [DEADLY]: deaths, ...usual } = first;
    this.usual = usual;
    this.extra = deaths === undefined ? {} : { [DEADLY]: deaths };
  }

  /** Adds settings for the next life only. */
  once(extra: Environment): void {
    this.extra = extra;
  }

  /** The environment of the life that begins now. */
  next(): Environment {
    const environment = { ...this.usual, ...this.extra };
    this.extra = {};
    return environment;
  }
}
