import { allCalls, ERROR_STATUS, type ErrorCode } from '@pax/contracts';
import { z } from 'zod';
import type { JsonAnswer, JsonCall } from './json-server.js';

const BOT_CALLS = allCalls
  .filter(({ call }) => call.access === 'bot')
  .map(({ call }) => ({ call, pattern: new RegExp(`^${call.path.replaceAll(/:[a-z]+/gi, '[^/]+')}$`) }))
  // Calls with fewer parameters first, since their pattern is more specific.
  .toSorted((one, other) => one.call.path.split(':').length - other.call.path.split(':').length);
/** Calls that the bot makes for itself, not for a person. */
const OWN_CALLS =
  /^\/api\/bot\/(?:lease|logins|alerts|posts|direct-messages|lasting-messages|ticket-threads)\b/;

/**
 * Rules for every call that the bot makes for a person, from the contracts: blocked accounts, rights, and simulated
 * outages.
 */
export class ShopRules {
  /** Discord ids of blocked accounts. */
  readonly blocked = new Set<string>();
  /** Delay of each such call, ms. */
  delayMs = 0;
  /** Such calls are answered only after this promise resolves. */
  holdUntil: Promise<void> = Promise.resolve();
  /** True when such calls fail with status 500. */
  isUnreachable = false;
  /** The error code that refuses the next call, by the end of its path. */
  readonly refusals = new Map<string, ErrorCode>();

  /** Asks Discord for the Discord id of an interaction token's caller. */
  findInteractionCaller: (interactionToken: string) => Promise<string | undefined> = () =>
    Promise.resolve(undefined);

  /** Finds the refusal of a call; undefined when the call may proceed. */
  async findRefusal(
    call: JsonCall,
    isMember: (discordId: string) => boolean,
  ): Promise<JsonAnswer | undefined> {
    if (OWN_CALLS.test(call.path)) return undefined;
    if (this.delayMs > 0) await new Promise((resolve) => setTimeout(resolve, this.delayMs));
    await this.holdUntil;
    if (this.isUnreachable) return { status: 500, body: 'gone' };
    const last = call.path.split('/').at(-1) ?? '';
    const refusal = this.refusals.get(last);
    this.refusals.delete(last);
    if (refusal) return refusalAnswer(refusal);
    const found = BOT_CALLS.find(
      (one) => one.call.method === call.method && one.pattern.test(call.path),
    )?.call;
    const person = readDiscordId(call) ?? (await this.findInteractionCaller(readInteractionToken(call)));
    if (!found || person === undefined) return undefined;
    if (this.blocked.has(person) && found.errors?.includes('BLOCKED')) return refusalAnswer('BLOCKED');
    const needsRight = found.right !== undefined && !call.path.startsWith('/api/bot/orders/');
    return needsRight && !isMember(person) ? refusalAnswer('FORBIDDEN') : undefined;
  }
}

const readDiscordId = ({ query, body }: JsonCall): string | undefined => {
  if (typeof body === 'object' && body !== null && 'discordId' in body && typeof body.discordId === 'string')
    return body.discordId;
  return query.get('discordId') ?? undefined;
};

const interaction = z.object({ interactionToken: z.string() });
const readInteractionToken = ({ body }: JsonCall): string =>
  interaction.safeParse(body).data?.interactionToken ?? '';

/** Builds a refusal in the shop's form. */
export function refusalAnswer(code: ErrorCode): JsonAnswer {
  const status = ERROR_STATUS[code];
  const body = { type: 'about:blank', title: code, status, code, message: code };
  return { status, body, headers: { 'content-type': 'application/problem+json' } };
}
