import { command, type ActionRow } from './action-rows.js';
import type { Words } from './action-words.js';

const forbidden = ({ common }: Words): string => common.forbidden;
const blocked = ({ common }: Words): string => common.blocked;
const noAccount = ({ common }: Words): string => common.noAccount('http').split('http')[0] ?? '';
const product = { product: 'Elytra' };
const STAFF = { by: 'staff', stranger: forbidden, blocked } as const;

/** One row for each command: how it is used, and what is said. */
export const COMMAND_ROWS: Record<string, ActionRow> = {
  orders: {
    reach: command('orders'),
    says: ({ common }) => common.yourOrders(1, 2),
    stranger: ({ common }) => common.noOrders,
  },
  order: {
    reach: command('order', { reference: '41' }),
    says: () => '#41 · ',
    stranger: ({ common }) => common.notFound,
    moved: ['41', 'NOT_FOUND', ({ common }) => common.notFound],
  },
  stock: { reach: command('stock', product), says: ({ common }) => common.coinsFree(750_000_000) },
  product: { reach: command('product', product), says: ({ common }) => common.pieces(3) },
  shop: { reach: command('shop'), says: ({ shop }) => `${shop.title} · ${shop.category.coins}` },
  pool: { reach: command('pool'), says: ({ common }) => common.coinsFree(750_000_000) },
  points: {
    reach: command('points'),
    says: ({ common }) => common.points(1_240),
    stranger: noAccount,
    blocked,
  },
  rewards: {
    reach: command('rewards'),
    says: ({ reward }) => reward.title('').split(' ·')[0] ?? '',
    stranger: noAccount,
    blocked,
  },
  redeem: {
    reach: command('redeem', { reward: 'ten-percent-off' }),
    says: ({ reward }) => reward.redeem,
    stranger: noAccount,
    blocked,
  },
  referral: {
    reach: command('referral'),
    says: ({ common }) => common.referralFriends(4, 2),
    stranger: noAccount,
    blocked,
  },
  claim: {
    reach: command('claim'),
    says: ({ common }) => common.claimed(900),
    stranger: ({ common }) => common.notClaimed.NO_DISCORD('http').split('http')[0] ?? '',
    blocked,
    moved: ['join-rewards', 'RATE_LIMITED', ({ common }) => common.rateLimited],
  },
  ticket: { reach: command('ticket'), says: ({ ticket }) => ticket.title, alone: true },
  link: {
    reach: command('link'),
    says: ({ person }) => person.linked('coalheart'),
    stranger: ({ person }) => person.howToLink('http', '').split('\n')[0] ?? '',
    blocked: ({ person }) => person.linked('tinkerfox'),
  },
  language: {
    reach: async (_, language) => ({ use: 'command', name: 'language', options: { language } }),
    says: ({ person }) => person.languageChosen,
  },
  notifications: {
    reach: command('notifications', { messages: 'on' }),
    says: ({ person }) => person.messagesOn,
    stranger: ({ person }) => person.messagesOn,
  },
  help: { reach: command('help'), says: ({ common }) => common.help, alone: true },
  queue: { ...STAFF, reach: command('queue'), says: ({ staff }) => staff.queue('1') },
  process: {
    ...STAFF,
    reach: command('process', { order: 41 }),
    says: ({ common }) => common.moved.process(41),
    moved: ['process', 'ILLEGAL_MOVE', ({ common }) => common.illegalMove(common.noMove)],
  },
  complete: {
    ...STAFF,
    reach: command('complete', { order: 41 }),
    says: ({ common }) => common.moved.complete(41),
    moved: ['complete', 'WITHDRAWN', ({ common }) => common.withdrawn],
  },
  cancel: { ...STAFF, reach: command('cancel', { order: 41 }), says: () => '/admin?q=41' },
  'ticket-reply': {
    by: 'staff',
    reach: command('ticket-reply', { ticket: 7 }),
    says: ({ staff }) => staff.replyTitle(7),
    alone: true,
  },
  'ticket-note': {
    by: 'staff',
    reach: command('ticket-note', { ticket: 7 }),
    says: ({ staff }) => staff.noteTitle(7),
    alone: true,
  },
  refund: {
    ...STAFF,
    reach: command('refund', { order: 41, amount: '5' }),
    says: ({ common, staff }) => staff.refundPart(41, common.dollars('5.00'), '').split(' (')[0] ?? '',
  },
  'stock-set': {
    ...STAFF,
    reach: command('stock-set', { product: '1:9', pieces: 5 }),
    says: ({ staff }) => staff.stockSet('Elytra', '5', '5', '3'),
    isRepeatable: true,
    moved: ['stock', 'PRODUCT_NOT_FOUND', ({ staff }) => staff.productUnknown],
  },
  user: { ...STAFF, reach: command('user', { name: 'x' }), says: ({ staff }) => staff.noUser },
  status: { ...STAFF, reach: command('status'), says: ({ staff }) => staff.allWell },
  'pool-set': { ...STAFF, reach: command('pool-set'), says: () => '/admin?tab=coins' },
  block: { ...STAFF, reach: command('block'), says: () => '/admin?tab=users' },
  'admin-code': {
    ...STAFF,
    reach: command('admin-code'),
    says: () => 'CODE-FOR-ADMIN',
    moved: ['admin-codes', 'RATE_LIMITED', ({ common }) => common.rateLimited],
  },
};
