/** Files that a page of the docs names, from the root and without extension. */
export interface PathsOnPage {
  /** Each on a line of its own. */
  readonly hops: readonly string[];
  /** Those of `hops` that a word in brackets marks as definitions, in which nothing is called. */
  readonly definitions: readonly string[];
  /** By folder, in lists. */
  readonly beside: readonly string[];
}

const HOP = /^`([^`]+)\.tsx?`( \(defines\))?$/gm;
const FOLDER = /^- `([^`]+\/)`: (.+)$/gm;

/** @param page its Markdown */
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
  /** Called by anything else as well. */
  readonly everywhere: ReadonlySet<string>;
  /** Whether the page has to name a file. */
  readonly of: (path: string) => boolean;
}

/**
 * Compares files that each of several runs called with those that a page names. @param page its Markdown
 * @returns paths that are missing on the page, and paths on it that no run called; both empty when it is right
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
