interface Answer {
  status: number;
  body: { code?: string };
}

/** A call that waited too long for a connection: nothing was changed, or a repeat finds what was. */
const BUSY = 'UNAVAILABLE';
/** A crowd may wait too long for the provider as well, whose stand-in has the same two cores. */
export const BUSY_CODES_IN_RACES = [BUSY, 'PAYMENT_PROVIDER_UNAVAILABLE'] as const;
const MOST_TRIES = 20;

/** An answer in one line, for a failing assertion. */
export const describeAnswer = ({ status, body }: Answer): string => `${status} ${JSON.stringify(body)}`;

/** Status and code of an answer. */
export const statusAndCode = ({ status, body }: Answer): string =>
  [status, body.code].filter(Boolean).join(' ');

/** How often each status and code was answered. */
export function countOutcomes(answers: readonly Answer[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const answer of answers) counts[statusAndCode(answer)] = (counts[statusAndCode(answer)] ?? 0) + 1;
  return counts;
}

/**
 * Sends a call again while a full database pool turns it away (503 UNAVAILABLE, after its own wait), as clients do. No
 * other 503 is. @throws Error with status and body where another status than wanted comes
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
