import { commandTarget, type ActionCase } from './action-cases.js';
import type { Words } from './action-words.js';

const forbidden = ({ common }: Words): string => common.forbidden;
const blockedText = ({ common }: Words): string => common.blocked;
const noAccount = ({ common }: Words): string => common.noAccount('http').split('http')[0] ?? '';
const product = { product: 'Elytra' };
const STAFF = { role: 'staff', strangerText: forbidden, blockedText } as const;

/** One case per command: its use, and the text that people then see. */
export const COMMAND_CASES: Record<string, ActionCase> = {
  orders: {
    findTarget: commandTarget('orders'),
    expectedText: ({ common }) => common.yourOrders(1, 2),
    strangerText: ({ common }) => common.noOrders,
  },
  order: {
    findTarget: commandTarget('order', { reference: '41' }),
    expectedText: () => '#41 · ',
    strangerText: ({ common }) => common.notFound,
    refusal: ['41', 'NOT_FOUND', ({ common }) => common.notFound],
  },
  stock: {
    findTarget: commandTarget('stock', product),
    expectedText: ({ common }) => common.coinsFree(750_000_000),
  },
  product: { findTarget: commandTarget('product', product), expectedText: ({ common }) => common.pieces(3) },
  shop: {
    findTarget: commandTarget('shop'),
    expectedText: ({ shop }) => `${shop.title} · ${shop.category.coins}`,
  },
  pool: { findTarget: commandTarget('pool'), expectedText: ({ common }) => common.coinsFree(750_000_000) },
  points: {
    findTarget: commandTarget('points'),
    expectedText: ({ common }) => common.points(1_240),
    strangerText: noAccount,
    blockedText,
  },
  rewards: {
    findTarget: commandTarget('rewards'),
    expectedText: ({ reward }) => reward.title('').split(' ·')[0] ?? '',
    strangerText: noAccount,
    blockedText,
  },
  redeem: {
    findTarget: commandTarget('redeem', { reward: 'ten-percent-off' }),
    expectedText: ({ reward }) => reward.redeem,
    strangerText: noAccount,
    blockedText,
  },
  referral: {
    findTarget: commandTarget('referral'),
    expectedText: ({ common }) => common.referralFriends(4, 2),
    strangerText: noAccount,
    blockedText,
  },
  claim: {
    findTarget: commandTarget('claim'),
    expectedText: ({ common }) => common.claimed(900),
    strangerText: ({ common }) => common.notClaimed.NO_DISCORD('http').split('http')[0] ?? '',
    blockedText,
    refusal: ['join-rewards', 'RATE_LIMITED', ({ common }) => common.rateLimited],
  },
  ticket: {
    findTarget: commandTarget('ticket'),
    expectedText: ({ ticket }) => ticket.title,
    needsNoShop: true,
  },
  link: {
    findTarget: commandTarget('link'),
    expectedText: ({ person }) => person.linked('coalheart'),
    strangerText: ({ person }) => person.howToLink('http', '').split('\n')[0] ?? '',
    blockedText: ({ person }) => person.linked('tinkerfox'),
  },
  language: {
    findTarget: async (_, language) => ({ use: 'command', name: 'language', options: { language } }),
    expectedText: ({ person }) => person.languageChosen,
  },
  notifications: {
    findTarget: commandTarget('notifications', { messages: 'on' }),
    expectedText: ({ person }) => person.messagesOn,
    strangerText: ({ person }) => person.messagesOn,
  },
  help: { findTarget: commandTarget('help'), expectedText: ({ common }) => common.help, needsNoShop: true },
  queue: {
    ...STAFF,
    findTarget: commandTarget('queue'),
    expectedText: ({ staff }) => staff.queue('2', 1, 1),
  },
  process: {
    ...STAFF,
    findTarget: commandTarget('process', { order: 41 }),
    expectedText: ({ common }) => common.moved.process(41),
    refusal: ['process', 'ILLEGAL_MOVE', ({ common }) => common.illegalMove(common.noMove)],
  },
  complete: {
    ...STAFF,
    findTarget: commandTarget('complete', { order: 41 }),
    expectedText: ({ common }) => common.moved.complete(41),
    refusal: ['complete', 'WITHDRAWN', ({ common }) => common.withdrawn],
  },
  release: {
    ...STAFF,
    findTarget: commandTarget('release', { order: 41 }),
    expectedText: ({ common }) => common.moved.release(41),
    refusal: ['release', 'OWN_ORDER', ({ common }) => common.ownOrder],
  },
  cancel: { ...STAFF, findTarget: commandTarget('cancel', { order: 41 }), expectedText: () => '/admin?q=41' },
  'ticket-reply': {
    role: 'staff',
    findTarget: commandTarget('ticket-reply', { ticket: 7 }),
    expectedText: ({ staff }) => staff.replyTitle(7),
    needsNoShop: true,
  },
  'ticket-write': {
    role: 'staff',
    findTarget: commandTarget('ticket-write', { ticket: 7 }),
    expectedText: ({ staff }) => staff.messageTitle(7),
    needsNoShop: true,
  },
  'ticket-note': {
    role: 'staff',
    findTarget: commandTarget('ticket-note', { ticket: 7 }),
    expectedText: ({ staff }) => staff.noteTitle(7),
    needsNoShop: true,
  },
  refund: {
    ...STAFF,
    findTarget: commandTarget('refund', { order: 41, amount: '5' }),
    expectedText: ({ common, staff }) =>
      staff.refundPart(41, common.dollars('5.00'), '').split(' (')[0] ?? '',
  },
  'stock-set': {
    ...STAFF,
    findTarget: commandTarget('stock-set', { product: '1:9', pieces: 5 }),
    expectedText: ({ staff }) => staff.stockSet('Elytra', '5', '5', '3'),
    isRepeatable: true,
    refusal: ['stock', 'PRODUCT_NOT_FOUND', ({ staff }) => staff.productUnknown],
  },
  user: {
    ...STAFF,
    findTarget: commandTarget('user', { name: '#7' }),
    expectedText: ({ staff }) => staff.noUser,
  },
  status: { ...STAFF, findTarget: commandTarget('status'), expectedText: ({ staff }) => staff.allWell },
  'pool-set': { ...STAFF, findTarget: commandTarget('pool-set'), expectedText: () => '/admin?tab=coins' },
  block: { ...STAFF, findTarget: commandTarget('block'), expectedText: () => '/admin?tab=users' },
  'admin-code': {
    ...STAFF,
    findTarget: commandTarget('admin-code'),
    expectedText: () => 'CODE-FOR-ADMIN',
    refusal: ['admin-codes', 'RATE_LIMITED', ({ common }) => common.rateLimited],
  },
};

/** One case per command in the menu of a member. */
export const MENU_CASES: Record<string, ActionCase> = {
  'Orders of this member': {
    ...STAFF,
    findTarget: async () => ({ use: 'menu', name: 'Orders of this member', member: 'coalheart' }),
    expectedText: ({ staff }) => staff.ordersOf('coalheart', '12'),
  },
};
