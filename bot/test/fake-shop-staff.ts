import {
  BOT_QUEUE_PAGE_SIZE,
  botAdminCodeRequest,
  botAnswerTicketRequest,
  botPanelActRequest,
  botStaffMessageRequest,
  botTicketNoteRequest,
  STAFF_RIGHTS,
  botRefundRequest,
  botSetStockRequest,
  botSetTicketStatusRequest,
  orderMove,
  type Order,
} from '@pax/contracts';
import type { JsonAnswer, JsonCall } from './json-server.js';
import { anOrder } from './samples.js';
import { refusalAnswer } from './fake-shop-rules.js';

const forbidden = refusalAnswer('FORBIDDEN');

/** Fake of the shop for calls of staff, in memory. */
export class ShopStaff {
  /** Discord ids of staff members. */
  readonly members = new Set<string>();
  readonly queue: Order[] = [];
  /** Actions carried out on orders and stock. */
  readonly actions: string[] = [];
  readonly writtenTexts: { kind: string; ticketId: number; text: string; requestId?: string | undefined }[] =
    [];

  /** Writes the answer to an interaction, as the shop does with its token. */
  writePrivately: (token: string, content: string) => void = () => undefined;

  route({ method, path, query, body }: JsonCall): JsonAnswer | undefined {
    if (path === '/api/bot/queue') {
      if (!this.members.has(query.get('discordId') ?? '')) return forbidden;
      const size = BOT_QUEUE_PAGE_SIZE;
      const page = Math.min(Number(query.get('page') ?? 1), Math.max(1, Math.ceil(this.queue.length / size)));
      const orders = this.queue.slice((page - 1) * size, page * size);
      return { status: 200, body: { orders, total: this.queue.length, page } };
    }
    if (path === '/api/bot/member-orders' && !this.members.has(query.get('discordId') ?? ''))
      return forbidden;
    const suggested = SUGGESTED[/^\/api\/bot\/suggestions\/(\w+)$/.exec(path)?.[1] ?? ''];
    if (suggested) {
      if (!this.members.has(query.get('discordId') ?? '')) return forbidden;
      const wanted = query.get('q') ?? '';
      return { status: 200, body: suggested.filter((one) => JSON.stringify(one).includes(wanted)) };
    }
    if (path === '/api/bot/rights') {
      const isMember = this.members.has(query.get('discordId') ?? '');
      if (!isMember) return { status: 200, body: { role: 'customer', rights: [] } };
      return { status: 200, body: { role: 'staff', rights: STAFF_RIGHTS } };
    }
    if (path === '/api/bot/admin-codes') {
      this.writePrivately(botAdminCodeRequest.parse(body).interactionToken, 'CODE-FOR-ADMIN');
      return { status: 204 };
    }
    if (path === '/api/bot/panel-acts')
      return this.members.has(botPanelActRequest.parse(body).discordId) ? { status: 204 } : forbidden;
    const asked = /^\/api\/bot\/orders\/(\d+)\/refund$/.exec(path)?.[1];
    if (method === 'GET' && asked !== undefined)
      return this.members.has(query.get('discordId') ?? '')
        ? { status: 200, body: anOrder({ id: Number(asked) }) }
        : forbidden;
    const done = this.changeOrderOrStock(path, body) ?? readList(path);
    if (done) return done;
    const ticketId = /^\/api\/bot\/tickets\/(\d+)\/status$/.exec(path)?.[1];
    if (ticketId !== undefined) return this.setTicketStatus(ticketId, body);
    const [, id, kind] = /^\/api\/bot\/tickets\/(\d+)\/(respond|notes|staff-messages)$/.exec(path) ?? [];
    if (method !== 'POST' || id === undefined || kind === undefined) return undefined;
    const sent =
      kind === 'respond'
        ? { ...botAnswerTicketRequest.parse(body), kind }
        : kind === 'notes'
          ? { ...botTicketNoteRequest.parse(body), kind }
          : { ...botStaffMessageRequest.parse(body), kind };
    if (!this.members.has(sent.discordId)) return forbidden;
    const { requestId } = sent;
    if (requestId !== undefined && this.writtenTexts.some((one) => one.requestId === requestId))
      return { status: 204 };
    const isAnswered = this.writtenTexts.some((one) => one.kind === 'respond' && one.ticketId === Number(id));
    if (kind === 'respond' && isAnswered) return refusalAnswer('ILLEGAL_MOVE');
    const text = 'response' in sent ? sent.response : sent.text;
    this.writtenTexts.push({ kind, ticketId: Number(id), text, requestId });
    return { status: 204 };
  }

  private setTicketStatus(id: string, body: unknown): JsonAnswer {
    const { discordId, status } = botSetTicketStatusRequest.parse(body);
    if (!this.members.has(discordId)) return forbidden;
    const act = `${status} ticket ${id}`;
    if (this.actions.includes(act))
      return status === 'closed' ? refusalAnswer('ILLEGAL_MOVE') : { status: 204 };
    this.actions.push(act);
    return { status: 204 };
  }

  /** Changes an order or stock; a second refund is stale, since orders of this fake keep their version. */
  private changeOrderOrStock(path: string, body: unknown): JsonAnswer | undefined {
    const [, kind, id = '', what = ''] = /^\/api\/bot\/(orders|products)\/(\d+)\/([\w-]+)$/.exec(path) ?? [];
    if (kind === 'products' && what === 'stock') {
      const { stock } = botSetStockRequest.parse(body);
      this.actions.push(`stock ${id}`);
      return { status: 200, body: { id: Number(id), name: 'Elytra', onHand: stock, free: stock, before: 3 } };
    }
    if (what === 'refund') {
      botRefundRequest.parse(body);
      if (this.actions.includes(`refund ${id}`)) return refusalAnswer('STALE');
    } else if (kind !== 'orders' || !orderMove.safeParse(what).success) return undefined;
    if (!this.members.has(readDiscordId(body))) return forbidden;
    if (this.actions.includes(`${what} ${id}`)) return refusalAnswer('ILLEGAL_MOVE');
    this.actions.push(`${what} ${id}`);
    return { status: 200, body: anOrder({ id: Number(id) }) };
  }
}

const SUGGESTED: Record<string, readonly Record<string, unknown>[]> = {
  orders: [{ id: 41, productName: 'Elytra', quantity: 2, username: 'coalheart', status: 'pending' }],
  tickets: [{ id: 7, subject: 'Where?', name: 'coalheart', status: 'open' }],
  users: [{ id: 7, username: 'coalheart', discordUsername: null }],
};

function readList(path: string): JsonAnswer | undefined {
  if (path === '/api/bot/users') return { status: 200, body: { users: [], total: 0 } };
  if (path !== '/api/bot/status') return undefined;
  const counts = { openOrders: 4, tickets: 2, waitingPosts: 0, parkedPosts: 0 };
  return { status: 200, body: { ...counts, problems: [] } };
}

const readDiscordId = (body: unknown): string =>
  typeof body === 'object' && body !== null && 'discordId' in body ? String(body.discordId) : '';
