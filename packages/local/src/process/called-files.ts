import { Session } from 'node:inspector';

/** Matches a file of the project by its path from the root; a built file counts as its source, specs do not match. */
const OWN_FILE =
  /\/((?:backend|bot|frontend|packages\/[a-z]+)\/)(?:src|dist)\/(?!test\/)(?!.*node_modules)([^?]+)\.(?:js|tsx?)$/;

interface Script {
  readonly url: string;
  readonly functions: readonly {
    readonly functionName: string;
    readonly ranges: readonly { readonly startOffset: number; readonly count: number }[];
  }[];
}

/** Finds the project's files whose functions a spec calls, by V8's code coverage. */
export class CalledFiles {
  private readonly session = new Session();

  /** Starts counting calls. */
  constructor() {
    this.session.connect();
    this.session.post('Profiler.enable');
    this.session.post('Profiler.startPreciseCoverage', { callCount: true });
  }

  /**
   * Returns the files with calls since the previous request. Code that runs while a file is loaded does not count.
   * @returns paths from the root, without extension
   */
  takeCalledFiles(): Set<string> {
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

  /** Stops counting, since it slows the process down. */
  close(): void {
    this.session.post('Profiler.stopPreciseCoverage');
    this.session.disconnect();
  }
}

/** True when functions were called, apart from the module's own code and the wrapper that Jest adds. */
function hasCalls({ functions }: Script): boolean {
  return functions.some(
    ({ functionName, ranges: [all] }) =>
      all !== undefined && all.count > 0 && all.startOffset > 0 && functionName !== 'Object.<anonymous>',
  );
}

/** Files that a page of the docs names, as paths from the root without extension. */
export interface PathsOnPage {
  /** Files on lines of their own, in the order of the steps of a purchase. */
  readonly sequence: readonly string[];
  /** Files of `sequence` that the page marks as definitions, which contain no calls. */
  readonly definitions: readonly string[];
  /** Files that the page lists by folder. */
  readonly listed: readonly string[];
}

const CALLED_LINE = /^`([^`]+)\.tsx?`( \(defines\))?$/gm;
const FOLDER_LINE = /^- `([^`]+\/)`: (.+)$/gm;

/** Finds the files that a page names. @param page the page's Markdown */
export function pathsOnPage(page: string): PathsOnPage {
  const sequence = [...page.matchAll(CALLED_LINE)];
  return {
    sequence: sequence.map(([, path = '']) => path),
    definitions: sequence.filter(([, , mark]) => mark !== undefined).map(([, path = '']) => path),
    listed: [...page.matchAll(FOLDER_LINE)].flatMap(([, folder = '', names = '']) =>
      [...names.matchAll(/`([^`]+)`/g)].map(([, name = '']) => folder + name),
    ),
  };
}

interface Comparison {
  /** Files that other runs call as well. */
  readonly calledByOthers: ReadonlySet<string>;
  /** True for files to compare, such as those of one workspace. */
  readonly isInScope: (path: string) => boolean;
}

/**
 * Compares the files that several runs called with those that a page names.
 * @param page the page's Markdown
 * @returns paths missing on the page, and paths on the page that no run called
 */
export function comparePageWithCalls(
  page: string,
  called: readonly ReadonlySet<string>[],
  { calledByOthers, isInScope }: Comparison,
): { missing: string[]; notCalled: string[] } {
  const { sequence, definitions, listed } = pathsOnPage(page);
  const named = new Set([...sequence, ...listed]);
  const [first = new Set<string>(), ...others] = called;
  const byEach = [...first].filter((path) => others.every((run) => run.has(path)));
  return {
    missing: byEach.filter((path) => isInScope(path) && !calledByOthers.has(path) && !named.has(path)),
    notCalled: [...named].filter(
      (path) => isInScope(path) && !definitions.includes(path) && !called.some((run) => run.has(path)),
    ),
  };
}
