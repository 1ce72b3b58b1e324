import {
  newcomerCalls,
  NEWCOMERS_AT_ONCE,
  type NewcomersWelcome,
  type NoteNewcomersRequest,
} from '@pax/contracts';
import type { BackendHttp } from './backend-http.js';

/** The bot's calls about people who join its server. All throw as {@link BackendHttp.call} does. */
export class NewcomerBackend {
  constructor(private readonly http: BackendHttp) {}

  /** Tells of members, some at a time. @throws ProblemError FENCED */
  async note(fence: number, members: NoteNewcomersRequest['members'], signal?: AbortSignal): Promise<void> {
    for (let at = 0; at < members.length; at += NEWCOMERS_AT_ONCE) {
      const body = { fence, members: members.slice(at, at + NEWCOMERS_AT_ONCE) };
      await this.http.send(newcomerCalls.noteNewcomers, {}, { body, signal });
    }
  }

  /** Whom to welcome in one message, or null. @throws ProblemError FENCED */
  async claim(fence: number, signal?: AbortSignal): Promise<NewcomersWelcome | null> {
    return (await this.http.call(newcomerCalls.claimNewcomers, {}, { body: { fence }, signal })).welcome;
  }

  async report(fence: number, nonce: string, signal?: AbortSignal): Promise<void> {
    await this.http.send(newcomerCalls.reportNewcomers, {}, { body: { fence, nonce }, signal });
  }
}
