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
