import {
  claimThreadRequest,
  noteThreadLineRequest,
  reportThreadRequest,
  type NoteThreadLineRequest,
  type ThreadOutcome,
  type ThreadTask,
} from '@pax/contracts';
import type { JsonAnswer, JsonCall } from './json-server.js';

/** The shop's side of the threads of tickets, kept in memory. */
export class ShopThreads {
  readonly tasks: ThreadTask[] = [];
  readonly outcomes: (ThreadOutcome & { ticketId: number })[] = [];

  readonly lines: NoteThreadLineRequest[] = [];

  route({ path, body }: JsonCall): JsonAnswer | undefined {
    if (path === '/api/bot/ticket-threads/lines') {
      this.lines.push(noteThreadLineRequest.parse(body));
      return { status: 204 };
    }
    if (path === '/api/bot/ticket-threads/claim') {
      claimThreadRequest.parse(body);
      return { status: 200, body: { task: this.tasks[0] ?? null } };
    }
    const [, id] = /^\/api\/bot\/ticket-threads\/(\d+)\/report$/.exec(path) ?? [];
    if (id === undefined) return undefined;
    this.outcomes.push({ ...reportThreadRequest.parse(body).outcome, ticketId: Number(id) });
    this.tasks.splice(0, 1);
    return { status: 204 };
  }
}
