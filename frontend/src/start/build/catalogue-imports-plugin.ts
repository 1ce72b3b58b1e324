import type { Plugin } from 'vite';

/** Fields of a built chunk that the plugin reads. */
export interface BuiltChunk {
  readonly fileName: string;
  readonly isEntry: boolean;
  /** File names of the chunks that this chunk imports statically. */
  readonly imports: readonly string[];
  /** Source files that the chunk contains. */
  readonly moduleIds: readonly string[];
}

const CATALOGUE = /src[\\/]i18n[\\/]catalogue[\\/]/;
const START = /src[\\/]start[\\/](start-app\.tsx|main\.ts)$/;

/**
 * Finds catalogue chunks that import the start module, which itself waits for catalogues: a deadlock.
 *
 * @returns one line per fault with the path of imports to the start; empty if there is none
 */
export function findCatalogueImportFaults(chunks: readonly BuiltChunk[]): string[] {
  const byName = new Map(chunks.map((chunk) => [chunk.fileName, chunk]));
  const isStartModule = (chunk: BuiltChunk) => chunk.isEntry || chunk.moduleIds.some((id) => START.test(id));
  const findPathToStart = (chunk: BuiltChunk, seen: Set<BuiltChunk>): string[] | undefined => {
    if (seen.has(chunk)) return undefined;
    seen.add(chunk);
    if (isStartModule(chunk)) return [chunk.fileName];
    for (const name of chunk.imports) {
      const next = byName.get(name);
      const way = next && findPathToStart(next, seen);
      if (way) return [chunk.fileName, ...way];
    }
    return undefined;
  };
  return chunks
    .filter(({ moduleIds }) => moduleIds.some((id) => CATALOGUE.test(id)))
    .map((chunk) => findPathToStart(chunk, new Set()))
    .filter((way) => way !== undefined)
    .map((way) => way.join(' → '));
}

/** Build plugin that fails the build if a catalogue chunk imports the start module, because both would wait forever. */
export function catalogueImportsPlugin(): Plugin {
  return {
    name: 'pax-catalogue-imports',
    apply: 'build',
    generateBundle(_options, bundle) {
      const chunks = Object.values(bundle).filter((file) => file.type === 'chunk');
      const faults = findCatalogueImportFaults(chunks);
      if (faults.length > 0) throw new Error(`Catalogues import the start of the shop: ${faults.join('; ')}`);
    },
  };
}
