import type { ResponseLike } from 'discord.js';
import { z } from 'zod';
import { Backoff } from './backoff.js';

/** "Too many edits of a message older than an hour": sent as 429, but waiting for it holds up every later call. */
export const TOO_MANY_OLD_EDITS = 30_046;
const MAX_ROUTES = 1_000;

const refusalBody = z.looseObject({ code: z.number(), message: z.string() });
const limitBody = z.object({
  code: z.number().optional().catch(undefined),
  retry_after: z.number().min(0).optional().catch(undefined),
});

/**
 * Turns answers into ones that the library can act on. A 429 without a time to wait would be asked again at once, and its
 * code is hidden. A refusal without Discord's JSON is a proxy's and counts as no answer.
 */
export class LimitAnswers {
  private readonly backoffs = new Map<string, Backoff>();

  /** @param route method and address of the call */
  async read(route: string, response: ResponseLike): Promise<ResponseLike> {
    if (response.ok) this.backoffs.delete(route);
    if (response.status < 400 || response.status >= 500) return response;
    if (response.status !== 429) return readRefusal(response);
    const text = await response.text();
    const { code, retry_after: seconds } = limitBody.safeParse(parseJson(text)).data ?? {};
    const headers = new Headers(Object.fromEntries(response.headers));
    if (code === TOO_MANY_OLD_EDITS) {
      headers.delete('retry-after');
      return new Response(text, { status: 400, headers });
    }
    if (!(Number(headers.get('retry-after')) > 0))
      headers.set(
        'retry-after',
        String(seconds !== undefined && seconds > 0 ? seconds : this.waitMs(route) / 1_000),
      );
    return new Response(text, { status: 429, headers });
  }

  private waitMs(route: string): number {
    const backoff = this.backoffs.get(route) ?? new Backoff({ firstMs: 1_000, maxMs: 60_000 });
    this.backoffs.set(route, backoff);
    const [oldest] = this.backoffs.keys();
    if (this.backoffs.size > MAX_ROUTES && oldest !== undefined) this.backoffs.delete(oldest);
    return backoff.next();
  }
}

/** The library would drop its token at any 401, and read a proxy's page as a verdict about the channel. */
async function readRefusal(response: ResponseLike): Promise<ResponseLike> {
  const text = await response.text();
  const { status } = response;
  if (refusalBody.safeParse(parseJson(text)).success)
    return new Response(text, { status, headers: Object.fromEntries(response.headers) });
  return new Response(null, { status: 502, statusText: `status ${status} without Discord's JSON` });
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
