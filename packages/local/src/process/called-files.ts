import { Session } from 'node:inspector';

/** Matches a file of the project, by its path from the root; a built file counts as its source, specs do not match. */
const OWN_FILE =
  /\/((?:backend|bot|frontend|packages\/[a-z]+)\/)(?:src|dist)\/(?!test\/)(?!.*node_modules)([^?]+)\.(?:js|tsx?)$/;

interface Script {
  readonly url: string;
  readonly functions: readonly {
    readonly functionName: string;
    readonly ranges: readonly { readonly startOffset: number; readonly count: number }[];
  }[];
}

/** Finds the project's files whose functions are called in this process, by V8's coverage; for specs. */
export class CalledFiles {
  private readonly session = new Session();

  /** Starts counting. */
  constructor() {
    this.session.connect();
    this.session.post('Profiler.enable');
    this.session.post('Profiler.startPreciseCoverage', { callCount: true });
  }

  /**
   * The files with calls since the last look. Code that runs while a file is loaded does not count.
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

  /** Ends counting, which slows the process down. */
  close(): void {
    this.session.post('Profiler.stopPreciseCoverage');
    this.session.disconnect();
  }
}

/** Tells whether functions were called, apart from the module's own code or Jest's wrapper around it. */
function hasCalls({ functions }: Script): boolean {
  return functions.some(
    ({ functionName, ranges: [all] }) =>
      all !== undefined && all.count > 0 && all.startOffset > 0 && functionName !== 'Object.<anonymous>',
  );
}
