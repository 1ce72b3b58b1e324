/** Fetched files by address; a later import takes them from the browser's cache. */
const fetched = new Map<string, Promise<void>>();

async function fetchOne(file: string): Promise<void> {
  const answer = await fetch(`/${file}`);
  if (!answer.ok) throw new TypeError(`/${file} answered ${answer.status}`);
  await answer.arrayBuffer();
}

/**
 * Fetches files that were not fetched before.
 *
 * @throws TypeError when a file cannot be fetched; the next call tries it again
 */
export async function fetchFirst(files: readonly string[], indexes: readonly number[]): Promise<void> {
  await Promise.all(
    indexes.map((index) => {
      const file = files[index] ?? '';
      const known = fetched.get(file);
      if (known) return known;
      const fetching = fetchOne(file);
      fetched.set(file, fetching);
      fetching.catch(() => fetched.delete(file));
      return fetching;
    }),
  );
}

/**
 * Makes `fetchFirst` global, because the build inserts calls of it before dynamic imports
 * (build/fetch-first-plugin.ts).
 */
export function exposeFetchFirst(): void {
  Object.assign(globalThis, { paxFetchFirst: fetchFirst });
}
