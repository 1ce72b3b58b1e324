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

/** The files that a page of the docs names, from the root and without extension. */
export interface PathsOnPage {
  /** Files on separate lines. */
  readonly hops: readonly string[];
  /** Files of `hops` marked as definitions, which contain no calls. */
  readonly definitions: readonly string[];
  /** Files in the lists by folder. */
  readonly beside: readonly string[];
}

const HOP = /^`([^`]+)\.tsx?`( \(defines\))?$/gm;
const FOLDER = /^- `([^`]+\/)`: (.+)$/gm;

/** @param page the page's Markdown */
export function pathsOnPage(page: string): PathsOnPage {
  const hops = [...page.matchAll(HOP)];
  return {
    hops: hops.map(([, path = '']) => path),
    definitions: hops.filter(([, , mark]) => mark !== undefined).map(([, path = '']) => path),
    beside: [...page.matchAll(FOLDER)].flatMap(([, folder = '', names = '']) =>
      [...names.matchAll(/`([^`]+)`/g)].map(([, name = '']) => folder + name),
    ),
  };
}

interface Comparison {
  /** Files that other runs call too. */
  readonly everywhere: ReadonlySet<string>;
  /** Tells whether the page must name a file. */
  readonly of: (path: string) => boolean;
}

/**
 * Compares the files that several runs called with those on a page. @param page the page's Markdown
 * @returns paths missing on the page, and paths on the page that no run called
 */
export function differencesOf(
  page: string,
  called: readonly ReadonlySet<string>[],
  { everywhere, of }: Comparison,
): { missing: string[]; idle: string[] } {
  const { hops, definitions, beside } = pathsOnPage(page);
  const named = new Set([...hops, ...beside]);
  const [first = new Set<string>(), ...others] = called;
  const byEach = [...first].filter((path) => others.every((run) => run.has(path)));
  return {
    missing: byEach.filter((path) => of(path) && !everywhere.has(path) && !named.has(path)),
    idle: [...named].filter(
      (path) => of(path) && !definitions.includes(path) && !called.some((run) => run.has(path)),
    ),
  };
}
