import type { Plugin } from 'vite';

/** Fields of a built chunk that the plugin reads. */
interface LinkedChunk {
  readonly fileName: string;
  readonly isEntry: boolean;
  /** File names of the chunks that this chunk imports statically. */
  readonly imports: readonly string[];
  readonly dynamicImports: readonly string[];
  readonly code: string;
}
type Chunks = ReadonlyMap<string, LinkedChunk>;

/** Pattern of a dynamic import `import("./name.js")` as the bundler writes it. */
const DYNAMIC_IMPORT = /\bimport\((["'`])\.\/([^"'`]+\.js)\1\)/g;

/** Collects chunks and all chunks that they import statically, by file name. */
function collectImports(names: readonly string[], chunks: Chunks, without: ReadonlySet<string>): Set<string> {
  const found = new Set<string>();
  const follow = (fileName: string): void => {
    if (found.has(fileName) || without.has(fileName) || !chunks.has(fileName)) return;
    found.add(fileName);
    chunks.get(fileName)?.imports.forEach(follow);
  };
  names.forEach(follow);
  return found;
}

/** Returns the files that are always loaded before any dynamic import: the entry and its static imports. */
function filesLoadedFirst(chunks: Chunks): Set<string> {
  const entries = [...chunks.values()].filter(({ isEntry }) => isEntry);
  const names = entries.flatMap(({ fileName, dynamicImports }) => [fileName, ...dynamicImports]);
  return collectImports(names, chunks, new Set());
}

/**
 * Makes a chunk's dynamic imports fetch their files first, because a browser never retries a module that failed once.
 * Imports of the entry stay, because without them there is no page.
 *
 * @param folder folder of the chunks, as in file names
 */
export function addFetchFirst(chunk: LinkedChunk, all: readonly LinkedChunk[], folder: string): string {
  if (chunk.isEntry) return chunk.code;
  const chunks = new Map(all.map((one) => [one.fileName, one]));
  const first = filesLoadedFirst(chunks);
  const named: string[] = [];
  const indexOf = (file: string): number => {
    const known = named.indexOf(file);
    return known === -1 ? named.push(file) - 1 : known;
  };
  const code = chunk.code.replace(DYNAMIC_IMPORT, (imported, _quote, name: string) => {
    const indexes = [...collectImports([folder + name], chunks, first)].map(indexOf);
    return `paxFetchFirst(__pax,[${indexes.join()}]).then(()=>${imported})`;
  });
  return named.length === 0 ? code : `const __pax=${JSON.stringify(named)};${code}`;
}

/**
 * Build plugin that makes dynamic imports of the built site fetch their files first, so that a failure can be retried.
 */
export function fetchFirstPlugin(): Plugin {
  return {
    name: 'pax-fetch-first',
    apply: 'build',
    enforce: 'post',
    generateBundle(_options, bundle) {
      const chunks = Object.values(bundle).filter((file) => file.type === 'chunk');
      const changed = chunks.map((chunk) => addFetchFirst(chunk, chunks, 'assets/'));
      for (const [at, chunk] of chunks.entries()) chunk.code = changed[at] ?? chunk.code;
    },
  };
}
