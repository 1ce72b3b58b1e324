import type { Call } from '../src/commands/command.js';
import type { StaffOrder, Post, PostContent } from '@pax/contracts';

export const NOON = '2026-03-01T12:00:00.000Z';

/** The creation token in buttons of orders and tickets created at noon. */
export const NOON_TOKEN = Date.parse(NOON).toString(36);

/** A paid, pending order with the given changes. */
export function anOrder(changes: Partial<StaffOrder> = {}): StaffOrder {
  return {
    id: 123,
    userId: 7,
    username: 'coalheart',
    productId: 4,
    productName: '50M Coins',
    category: 'coins',
    discordUsername: 'coalheart',
    minecraftName: 'CoalHeart',
    quantity: 1,
    coins: 50_000_000,
    totalPrice: '8.50',
    status: 'pending',
    paymentStatus: 'paid',
    kind: 'purchase',
    priority: false,
    createdAt: NOON,
    dueAt: '2026-03-01T12:30:00.000Z',
    completedAt: null,
    archivedAt: null,
    cancelledAt: null,
    referralCode: null,
    referralDiscount: '0.00',
    checkout: 'AAAAAAAAAAAAAAAAAAAAAA',
    version: 1,
    processedBy: null,
    processedById: null,
    ...changes,
  };
}

export function aPost(id: number, content: PostContent, type: Post['type'] = 'order.paid'): Post {
  return { id, eventId: `event-${id}`, type, occurredAt: NOON, content };
}

export function anOrderPost(
  id: number,
  changes: Partial<StaffOrder> = {},
  type: Post['type'] = 'order.paid',
): Post {
  return aPost(id, { kind: 'order', order: anOrder({ id: 1_000 + id, ...changes }) }, type);
}

export function anAlertPost(id: number, title: string, detail = 'detail', count = 1): Post {
  return aPost(id, { kind: 'alert', alert: { kind: 'failure', title, detail }, count }, 'alert.raised');
}

/** Discord id of the person who calls a command. */
export const CALLER_ID = '516830472295546880';

/** Discord's id of the call. */
export const REQUEST_ID = '1316830472295546881';

/** A slash command called in a server. */
export const aCall = (changes: Partial<Call> = {}): Call => ({
  kind: 'slash',
  id: REQUEST_ID,
  name: '',
  userId: CALLER_ID,
  userName: 'coalheart',
  roleIds: [],
  language: 'en',
  options: {},
  args: [],
  ...changes,
});
