import { newcomerCalls, type NewcomersWelcome, type NoteNewcomersRequest } from '@pax/contracts';
import type { BackendHttp } from './shop.js';

/** The bot's calls about people who join the server. All throw as {@link BackendHttp.call} does. */
export class NewcomerBackend {
  constructor(private readonly http: BackendHttp) {}

  /** Reports up to NEWCOMERS_AT_ONCE members; the first call starts the welcoming. @throws ProblemError FENCED */
  async note(fence: number, members: NoteNewcomersRequest['members'], signal?: AbortSignal): Promise<void> {
    await this.http.send(newcomerCalls.noteNewcomers, {}, { body: { fence, members }, signal });
  }

  /** The people to welcome in the next message, or null. @throws ProblemError FENCED */
  async claim(fence: number, signal?: AbortSignal): Promise<NewcomersWelcome | null> {
    return (await this.http.call(newcomerCalls.claimNewcomers, {}, { body: { fence }, signal })).welcome;
  }

  async report(fence: number, nonce: string, signal?: AbortSignal): Promise<void> {
    await this.http.send(newcomerCalls.reportNewcomers, {}, { body: { fence, nonce }, signal });
  }
}
