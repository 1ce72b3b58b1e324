import { allCalls, ERROR_STATUS, type ErrorCode } from '@pax/contracts';
import { z } from 'zod';
import type { JsonAnswer, JsonCall } from './json-server.js';

const BOT_CALLS = allCalls
  .filter(({ call }) => call.access === 'bot')
  .map(({ call }) => ({ call, pattern: new RegExp(`^${call.path.replaceAll(/:[a-z]+/gi, '[^/]+')}$`) }))
  // The one with the fewest parameters says it most exactly.
  .toSorted((one, other) => one.call.path.split(':').length - other.call.path.split(':').length);
/** What the bot asks for itself, not for a person. */
const OWN_CALLS =
  /^\/api\/bot\/(?:lease|logins|alerts|posts|direct-messages|lasting-messages|ticket-threads)\b/;

/**
 * Rules of every call that the bot makes for a person, by the contracts: blocked accounts, rights, and a shop in
 * trouble.
 */
export class ShopRules {
  /** Discord ids of blocked accounts. */
  readonly blocked = new Set<string>();
  /** How long each such call takes, ms. */
  delayMs = 0;
  /** No such call is answered before this. */
  holdUntil: Promise<void> = Promise.resolve();
  /** No such call is answered. */
  isUnreachable = false;
  /** The code that refuses the next call whose path ends so. */
  readonly refusals = new Map<string, ErrorCode>();

  /** Whose interaction Discord says that a token is of. */
  findInteractionCaller: (interactionToken: string) => Promise<string | undefined> = () =>
    Promise.resolve(undefined);

  /** The answer that comes before all else; undefined where the call may go on. */
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

/** A refusal in the shop's form. */
export function refusalAnswer(code: ErrorCode): JsonAnswer {
  const status = ERROR_STATUS[code];
  const body = { type: 'about:blank', title: code, status, code, message: code };
  return { status, body, headers: { 'content-type': 'application/problem+json' } };
}
