import { staffCalls, type BotQueueAnswer } from '@pax/contracts';
import type { BackendHttp } from './backend-http.js';
import { PERSON_CALL_MS } from './backend.js';

/** The bot's calls on behalf of staff, whose rights the backend checks. All throw as {@link BackendHttp.call} does. */
export class StaffBackend {
  constructor(private readonly http: BackendHttp) {}

  /** The open orders that are due first. @throws ProblemError FORBIDDEN, BLOCKED */
  queue(discordId: string): Promise<BotQueueAnswer> {
    return this.http.call(staffCalls.botQueue, {}, { query: { discordId }, timeoutMs: PERSON_CALL_MS });
  }

  /** @throws ProblemError FORBIDDEN, BLOCKED, NOT_FOUND, ILLEGAL_MOVE when it is ended */
  async answerTicket(id: number, discordId: string, response: string): Promise<void> {
    const options = { body: { discordId, response }, timeoutMs: PERSON_CALL_MS };
    await this.http.send(staffCalls.botAnswerTicket, { id }, options);
  }

  /** @throws ProblemError as `answerTicket`, and DISCORD_NOT_LINKED */
  async noteTicket(id: number, discordId: string, text: string): Promise<void> {
    const options = { body: { discordId, text }, timeoutMs: PERSON_CALL_MS };
    await this.http.send(staffCalls.botNoteTicket, { id }, options);
  }
}
