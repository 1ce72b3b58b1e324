interface Answer {
  status: number;
  body: { code?: string };
}

/** A call waited too long for a database connection: nothing changed, or a repeat finds the change. */
const BUSY = 'UNAVAILABLE';
/**
 * Codes of refused calls in races; many calls may also wait too long for the provider, whose stand-in shares the
 * processor.
 */
export const BUSY_CODES_IN_RACES = [BUSY, 'PAYMENT_PROVIDER_UNAVAILABLE'] as const;
const MOST_TRIES = 20;

/** Describes an answer in one line, for a failing assertion. */
export const describeAnswer = ({ status, body }: Answer): string => `${status} ${JSON.stringify(body)}`;

/** Status and code of an answer. */
export const statusAndCode = ({ status, body }: Answer): string =>
  [status, body.code].filter(Boolean).join(' ');

/** Counts answers by status and code. */
export function countOutcomes(answers: readonly Answer[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const answer of answers) counts[statusAndCode(answer)] = (counts[statusAndCode(answer)] ?? 0) + 1;
  return counts;
}

/**
 * Sends a call again while a full database pool refuses it (503 UNAVAILABLE after a wait), as clients do. @throws
 * Error with status and body for another status than the wanted one
 */
export async function sendUntilServed<A extends Answer>(
  send: () => PromiseLike<A>,
  wanted?: number,
  busy: readonly string[] = [BUSY],
): Promise<A> {
  for (let tries = 1; ; tries += 1) {
    const answer = await send();
    const isBusy = answer.status === 503 && busy.includes(answer.body.code ?? '') && tries < MOST_TRIES;
    if (isBusy) continue;
    if (wanted !== undefined && answer.status !== wanted)
      throw new Error(`answered ${describeAnswer(answer)} instead of ${wanted}, at try ${tries}`);
    return answer;
  }
}
