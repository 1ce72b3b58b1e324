import { lastingCalls, type LastingKey, type LastingMessage, type LastingOutcome } from '@pax/contracts';
import type { BackendHttp } from './shop.js';

/** The bot's calls about lasting messages. All throw as {@link BackendHttp.call} does. */
export class LastingBackend {
  constructor(private readonly http: BackendHttp) {}

  /** The stored state of a message; null while it must not be written. @throws ProblemError FENCED without the lease */
  async claim(
    key: LastingKey,
    channelId: string,
    fence: number,
    signal?: AbortSignal,
  ): Promise<LastingMessage | null> {
    const body = { key, channelId, fence };
    return (await this.http.call(lastingCalls.claimLasting, {}, { body, signal })).message;
  }

  /** @throws ProblemError FENCED, and CONFLICT when another message has replaced this one */
  async report(
    key: LastingKey,
    { nonce }: LastingMessage,
    fence: number,
    outcome: LastingOutcome,
    signal?: AbortSignal,
  ): Promise<void> {
    const body = { key, nonce, fence, outcome };
    await this.http.send(lastingCalls.reportLasting, {}, { body, signal });
  }
}
