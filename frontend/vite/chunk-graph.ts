/** What the check of the built chunks looks at in one of them. */
export interface BuiltChunk {
  readonly fileName: string;
  readonly isEntry: boolean;
  /** Files of the chunks that run before this one. */
  readonly imports: readonly string[];
  /** Source files in it. */
  readonly moduleIds: readonly string[];
}

const CATALOGUE = /src[\\/]i18n[\\/]catalogue[\\/]/;
const START = /src[\\/](start\.tsx|main\.ts)$/;

/**
 * Chunks of catalogues that run the start before themselves: the start waits for catalogues, so that each would wait
 * for the other (OWN-300).
 * @returns a line per chunk, with the way to the start; none when all is well
 */
export function catalogueFaults(chunks: readonly BuiltChunk[]): string[] {
  const byName = new Map(chunks.map((chunk) => [chunk.fileName, chunk]));
  const isStart = (chunk: BuiltChunk) => chunk.isEntry || chunk.moduleIds.some((id) => START.test(id));
  const wayToStart = (chunk: BuiltChunk, seen: Set<BuiltChunk>): string[] | undefined => {
    if (seen.has(chunk)) return undefined;
    seen.add(chunk);
    if (isStart(chunk)) return [chunk.fileName];
    for (const name of chunk.imports) {
      const next = byName.get(name);
      const way = next && wayToStart(next, seen);
      if (way) return [chunk.fileName, ...way];
    }
    return undefined;
  };
  return chunks
    .filter(({ moduleIds }) => moduleIds.some((id) => CATALOGUE.test(id)))
    .map((chunk) => wayToStart(chunk, new Set()))
    .filter((way) => way !== undefined)
    .map((way) => way.join(' → '));
}
