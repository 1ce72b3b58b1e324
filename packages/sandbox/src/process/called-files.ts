import { Session } from 'node:inspector';

/** A file of the project, from its root; what was built is its source, and specs with their helpers are none. */
const OWN_FILE =
  /\/((?:backend|bot|frontend|packages\/[a-z]+)\/)(?:src|dist)\/(?!test\/)(?!.*node_modules)([^?]+)\.(?:js|tsx?)$/;

interface Script {
  readonly url: string;
  readonly functions: readonly {
    readonly functionName: string;
    readonly ranges: readonly { readonly startOffset: number; readonly count: number }[];
  }[];
}

/** Says in which files of the project functions are called in this process, as V8 counts it; for specs. */
export class CalledFiles {
  private readonly session = new Session();

  /** Counts from now on. */
  constructor() {
    this.session.connect();
    this.session.post('Profiler.enable');
    this.session.post('Profiler.startPreciseCoverage', { callCount: true });
  }

  /**
   * What was called since the last look. What ran only because a file was loaded does not count.
   * @returns paths from the root, without extension
   */
  look(): Set<string> {
    const files = new Set<string>();
    this.session.post('Profiler.takePreciseCoverage', (error, answer) => {
      if (error) throw error;
      for (const script of answer.result) {
        const [, folder, file] = OWN_FILE.exec(script.url) ?? [];
        if (folder && file && !file.endsWith('spec') && hasCalls(script)) files.add(`${folder}src/${file}`);
      }
    });
    return files;
  }

  /** Ends counting, which makes a process slower. */
  close(): void {
    this.session.post('Profiler.stopPreciseCoverage');
    this.session.disconnect();
  }
}

/** A module's own code begins at its start, or is the function that Jest puts around it. */
function hasCalls({ functions }: Script): boolean {
  return functions.some(
    ({ functionName, ranges: [all] }) =>
      all !== undefined && all.count > 0 && all.startOffset > 0 && functionName !== 'Object.<anonymous>',
  );
}
