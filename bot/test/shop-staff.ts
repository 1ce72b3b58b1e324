import {
  botAnswerTicketRequest,
  botPanelActRequest,
  botTicketNoteRequest,
  STAFF_RIGHTS,
  ERROR_STATUS,
  type Order,
} from '@pax/contracts';
import type { JsonAnswer, JsonCall } from './json-server.js';

const forbidden: JsonAnswer = {
  status: ERROR_STATUS.FORBIDDEN,
  body: { type: 'about:blank', title: 'FORBIDDEN', status: 403, code: 'FORBIDDEN', message: 'no' },
};

/** The shop's side of what staff do in Discord, kept in memory. */
export class ShopStaff {
  /** Discord ids of the team. */
  readonly members = new Set<string>();
  readonly queue: Order[] = [];
  readonly written: { kind: string; ticketId: number; text: string }[] = [];

  route({ method, path, query, body }: JsonCall): JsonAnswer | undefined {
    if (path === '/api/bot/queue') {
      if (!this.members.has(query.get('discordId') ?? '')) return forbidden;
      return { status: 200, body: { orders: this.queue, total: this.queue.length } };
    }
    if (path === '/api/bot/rights') {
      const isMember = this.members.has(query.get('discordId') ?? '');
      if (!isMember) return { status: 200, body: { role: 'customer', rights: [] } };
      return { status: 200, body: { role: 'staff', rights: STAFF_RIGHTS } };
    }
    if (path === '/api/bot/panel-acts')
      return this.members.has(botPanelActRequest.parse(body).discordId) ? { status: 204 } : forbidden;
    const [, id, kind] = /^\/api\/bot\/tickets\/(\d+)\/(respond|notes)$/.exec(path) ?? [];
    if (method !== 'POST' || id === undefined || kind === undefined) return undefined;
    const sent =
      kind === 'respond'
        ? { ...botAnswerTicketRequest.parse(body), kind }
        : { ...botTicketNoteRequest.parse(body), kind };
    if (!this.members.has(sent.discordId)) return forbidden;
    const text = 'response' in sent ? sent.response : sent.text;
    this.written.push({ kind, ticketId: Number(id), text });
    return { status: 204 };
  }
}
