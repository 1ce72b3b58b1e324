/** Does something so often, so many at a time. @param work gets the number of its turn, from 0 */
export async function sideBySide(
  times: number,
  atOnce: number,
  work: (turn: number) => Promise<void>,
): Promise<void> {
  let next = 0;
  const worker = async (): Promise<void> => {
    for (let turn = next++; turn < times; turn = next++) await work(turn);
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
}

/** Does something for everything in a list, so many at a time. */
export async function forAll<T>(
  all: readonly T[],
  atOnce: number,
  work: (one: T) => Promise<void>,
): Promise<void> {
  const entries = all.map((one) => ({ one }));
  await sideBySide(entries.length, atOnce, async (turn) => {
    const entry = entries[turn];
    if (entry) await work(entry.one);
  });
}
