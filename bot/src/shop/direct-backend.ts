import { directCalls, type DirectMessage, type DirectOutcome } from '@pax/contracts';
import type { BackendHttp } from './shop.js';
import { PERSON_CALL_MS } from './backend.js';

/** The bot's calls about direct messages. All throw as {@link BackendHttp.call} does. */
export class DirectBackend {
  constructor(private readonly http: BackendHttp) {}

  /** The next direct message to send, or null. @throws ProblemError FENCED when the lease went to another bot */
  async claim(fence: number, signal?: AbortSignal): Promise<DirectMessage | null> {
    return (await this.http.call(directCalls.claimDirect, {}, { body: { fence }, signal })).message;
  }

  /** Stores a message's final text and the channel with the person. */
  async register(
    id: number,
    registration: { fence: number; payload: string; channelId: string },
    signal?: AbortSignal,
  ): Promise<void> {
    await this.http.send(directCalls.registerDirect, { id }, { body: registration, signal });
  }

  /** Notes the buyer's confirmation that an order arrived. @throws ProblemError NOT_FOUND, CONFLICT before the delivery */
  async received(id: number, discordId: string, madeAt?: number): Promise<void> {
    const options = { body: { discordId, madeAt }, timeoutMs: PERSON_CALL_MS };
    await this.http.call(directCalls.receivedOrder, { id }, options);
  }

  async report(id: number, fence: number, outcome: DirectOutcome, signal?: AbortSignal): Promise<void> {
    await this.http.send(directCalls.reportDirect, { id }, { body: { fence, outcome }, signal });
  }
}
