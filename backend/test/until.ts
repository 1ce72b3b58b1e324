const DEADLINE_MS = 10_000;
const PAUSE_MS = 20;

/** Polls until an answer satisfies a condition. @returns it @throws Error after the deadline */
export async function until<T>(
  ask: () => Promise<T>,
  satisfies: (answer: T) => boolean,
  deadlineMs = DEADLINE_MS,
): Promise<T> {
  const end = Date.now() + deadlineMs;
  for (;;) {
    const answer = await ask();
    if (satisfies(answer)) return answer;
    if (Date.now() > end) throw new Error(`not in time; the last answer was ${JSON.stringify(answer)}`);
    await new Promise((resolve) => {
      setTimeout(resolve, PAUSE_MS);
    });
  }
}
