import {
  claimThreadMessageRequest,
  claimThreadRequest,
  keptThreadsRequest,
  noteThreadLineRequest,
  reportThreadMessageRequest,
  reportThreadRequest,
  type KeptThreadsAnswer,
  type NoteThreadLineRequest,
  type ThreadMessage,
  type ThreadMessageOutcome,
  type ThreadOutcome,
  type ThreadTask,
} from '@pax/contracts';
import type { JsonAnswer, JsonCall } from './json-server.js';

/** Fake of the shop's ticket threads, in memory. */
export class ShopThreads {
  readonly tasks: ThreadTask[] = [];
  readonly outcomes: (ThreadOutcome & { ticketId: number })[] = [];

  readonly lines: NoteThreadLineRequest[] = [];

  readonly messages: ThreadMessage[] = [];
  readonly messageOutcomes: (ThreadMessageOutcome & { id: number })[] = [];

  /** Lists every opened thread with its newest stored line that is not deleted. */
  private listKeptThreads(): KeptThreadsAnswer['threads'] {
    const opened = this.outcomes.filter(({ kind }) => kind === 'opened');
    return opened.map(({ threadId }) => {
      const deleted = this.lines.filter(({ text }) => text === null).map(({ messageId }) => messageId);
      const ids = this.lines.filter((one) => one.threadId === threadId).map(({ messageId }) => messageId);
      const left = ids.filter((id) => !deleted.includes(id)).map(BigInt);
      const last = left.toSorted((one, other) => (one < other ? 1 : -1))[0];
      return { threadId, lastLineId: last === undefined ? null : String(last) };
    });
  }

  /** Removes a message; one that must wait lets those of other tickets go first. */
  private reportMessage(id: number, body: unknown): JsonAnswer {
    const { outcome } = reportThreadMessageRequest.parse(body);
    this.messageOutcomes.push({ ...outcome, id });
    const [message] = this.messages.splice(0, 1);
    if (message && outcome.kind === 'later') this.messages.push(message);
    return { status: 204 };
  }

  route({ path, body }: JsonCall): JsonAnswer | undefined {
    if (path === '/api/bot/ticket-threads/lines') {
      this.lines.push(noteThreadLineRequest.parse(body));
      return { status: 204 };
    }
    if (path === '/api/bot/ticket-threads/kept') {
      keptThreadsRequest.parse(body);
      return { status: 200, body: { threads: this.listKeptThreads() } };
    }
    if (path === '/api/bot/ticket-threads/claim') {
      claimThreadRequest.parse(body);
      return { status: 200, body: { task: this.tasks[0] ?? null } };
    }
    if (path === '/api/bot/ticket-threads/messages/claim') {
      claimThreadMessageRequest.parse(body);
      return { status: 200, body: { message: this.messages[0] ?? null } };
    }
    const [, message] = /^\/api\/bot\/ticket-threads\/messages\/(\d+)\/report$/.exec(path) ?? [];
    if (message !== undefined) return this.reportMessage(Number(message), body);
    const [, id] = /^\/api\/bot\/ticket-threads\/(\d+)\/report$/.exec(path) ?? [];
    if (id === undefined) return undefined;
    this.outcomes.push({ ...reportThreadRequest.parse(body).outcome, ticketId: Number(id) });
    this.tasks.splice(0, 1);
    return { status: 204 };
  }
}
