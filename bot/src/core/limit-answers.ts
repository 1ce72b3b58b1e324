import type { ResponseLike } from 'discord.js';
import { z } from 'zod';
import { Backoff } from './backoff.js';

/** "Too many edits of a message older than an hour": sent as 429, but waiting for it holds up every later call. */
export const TOO_MANY_OLD_EDITS = 30_046;
const MAX_ROUTES = 1_000;

const limitBody = z.object({
  code: z.number().optional().catch(undefined),
  retry_after: z.number().min(0).optional().catch(undefined),
});

/**
 * Turns Discord's 429 answers into ones that the library can act on: without a time to wait it would ask again at once,
 * and it hides the code of a 429 (OWN-732).
 */
export class LimitAnswers {
  private readonly backoffs = new Map<string, Backoff>();

  /** @param route method and address of the call */
  async read(route: string, response: ResponseLike): Promise<ResponseLike> {
    if (response.status !== 429) {
      if (response.ok) this.backoffs.delete(route);
      return response;
    }
    const text = await response.text();
    const { code, retry_after: seconds } = bodyOf(text);
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

function bodyOf(text: string): z.output<typeof limitBody> {
  try {
    return limitBody.safeParse(JSON.parse(text)).data ?? {};
  } catch {
    return {};
  }
}
