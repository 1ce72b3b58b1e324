import { discordWorld } from '@pax/stand-ins';
import {
  command,
  GENERAL_CHANNEL,
  idOf,
  ofCommand,
  PEOPLE,
  STORY,
  windowOf,
  type ActionRow,
  type Target,
} from './action-rows.js';
import type { Words } from './action-words.js';
import type { LiveBot } from './live-bot.js';
import { NOON, NOON_TOKEN, anOrderPost, aPost } from './samples.js';
import { until } from './until.js';

const forbidden = ({ common }: Words): string => common.forbidden;
const blocked = ({ common }: Words): string => common.blocked;
const notFound = ({ common }: Words): string => common.notFound;
const foreign = ({ common }: Words): string => common.foreignButton;
const { buyer, staff } = PEOPLE;
const { orders, tickets } = discordWorld.channels;

/** Messages that were found, since a channel tells only its newest. */
const sent = new WeakMap<LiveBot, Map<string, string>>();

/** A message that the bot has sent once, by the custom id of one of its components. */
async function posted(bot: LiveBot, channel: string, id: string): Promise<string> {
  const known = sent.get(bot) ?? new Map<string, string>();
  sent.set(bot, known);
  let found = known.get(id);
  if (found !== undefined) return found;
  await until(async () => {
    const messages: { id: string; components: unknown[] }[] = JSON.parse(await bot.messagesOf(channel));
    found = messages.find(({ components }) => JSON.stringify(components).includes(id))?.id;
    return found !== undefined;
  }, `${id} is posted`);
  known.set(id, found ?? '');
  return found ?? '';
}

/** The welcome message, which everybody sees. */
export async function welcomeOf(bot: LiveBot): Promise<string> {
  bot.shop.lasting.wanted.add('welcome');
  return posted(bot, GENERAL_CHANNEL, '1:claim-reward');
}

/** A direct message about a delivered order. */
async function told(bot: LiveBot): Promise<string> {
  const order = {
    id: 41,
    productName: 'Elytra',
    quantity: 1,
    status: 'completed',
    minecraftName: null,
    createdAt: NOON,
  } as const;
  const known = sent.get(bot) ?? new Map<string, string>();
  sent.set(bot, known);
  const before = known.get('direct');
  if (before !== undefined) return before;
  const { outcomes } = bot.shop.direct.add(idOf('buyer'), { kind: 'order', order });
  // Discord's limit may put it off first.
  await until(() => outcomes.some(({ kind }) => kind === 'sent'), 'the direct message is sent');
  const id = outcomes.flatMap((one) => (one.kind === 'sent' ? [one.messageId] : []))[0] ?? '';
  known.set('direct', id);
  return id;
}

async function inDirectMessage(bot: LiveBot, name: string): Promise<Target> {
  return { use: 'press', message: await told(bot), id: `1:${name}:41:${NOON_TOKEN}`, channel: 'dm' };
}
/** From one page of `/shop` to the next. */
async function inItems(bot: LiveBot): Promise<string> {
  const { message, id } = await ofCommand(bot, buyer, 'shop', 'shop-category');
  await bot.choose(message, id, ['items'], { user: buyer });
  return message;
}
async function card(bot: LiveBot): Promise<Target> {
  const { message } = await ofCommand(bot, buyer, 'product', 'shop-open', { product: 'Elytra' });
  bot.rest();
  const opened = await bot.press(message, '1:shop-open:1', { user: buyer });
  return { use: 'press', message: opened.message?.id ?? '', id: '1:shop-amount:1:pieces' };
}
/** A window that `by` opens by its way in, and what is written there. */
const filled = (
  by: string,
  opener: (bot: LiveBot) => Promise<Target>,
  values: Record<string, string | string[]>,
): Pick<ActionRow, 'reach' | 'window'> => ({
  reach: async (bot) => ({ use: 'fill', interaction: await windowOf(bot, by, await opener(bot)), values }),
  window: { opener, values },
});
const staffWindow = (name: string) => command(name, { ticket: 7 });
const ended = ['ILLEGAL_MOVE', ({ staff: { ticketEnded } }: Words) => ticketEnded] as const;
const aTicket = {
  id: 7,
  name: 'coalheart',
  subject: 'Where?',
  message: 'Not there.',
  priority: 'low',
  status: 'open',
  prioritySupport: false,
  createdAt: NOON,
} as const;

/** One row for each button and select menu: where it is, and what is said. */
export const COMPONENT_ROWS: Record<string, ActionRow> = {
  'claim-reward': {
    reach: async (bot) => ({ use: 'press', message: await welcomeOf(bot), id: '1:claim-reward' }),
    says: ({ common }) => common.notClaimed.ALREADY_CLAIMED(''),
    stranger: ({ common }) => common.notClaimed.NO_DISCORD('http').split('http')[0] ?? '',
    blocked,
    takesNothing: true,
  },
  'order-move': {
    by: 'staff',
    reach: async (bot) => {
      if (!bot.shop.posts.some(({ post }) => post.id === 901))
        bot.shop.add('orders', anOrderPost(901, { id: 901 }));
      const id = `order:process:901:${NOON_TOKEN}`;
      return { use: 'press', message: await posted(bot, orders, id), id, channel: orders };
    },
    says: ({ common }) => common.moved.process(901),
    stranger: forbidden,
    blocked,
    moved: ['process', 'WITHDRAWN', ({ common }) => common.withdrawn],
  },
  'order-select': {
    by: 'staff',
    reach: async (bot) => {
      if (!bot.shop.posts.some(({ post }) => post.id === 902))
        bot.shop.add('orders', anOrderPost(902, { id: 902 }), anOrderPost(903, { id: 903 }));
      const id = '1:order-select';
      const message = await posted(bot, orders, id);
      return { use: 'choose', message, id, values: [`process.902.${NOON_TOKEN}`], channel: orders };
    },
    says: ({ common }) => common.moved.process(902),
    stranger: forbidden,
    blocked,
    forgedValues: [
      '',
      'process',
      'steal.902',
      'process.0',
      'process.902.903.904',
      'process.902.TOKEN',
      'process.9999999999',
      '__proto__.902',
    ],
    moved: ['process', 'ILLEGAL_MOVE', ({ common }) => common.illegalMove(common.noMove)],
  },
  'ticket-reply': {
    by: 'staff',
    reach: async (bot) => {
      if (!bot.shop.posts.some(({ post }) => post.id === 904))
        bot.shop.add('tickets', aPost(904, { kind: 'ticket', ticket: aTicket }, 'ticket.opened'));
      const id = `1:ticket-reply:7:${NOON_TOKEN}`;
      return { use: 'press', message: await posted(bot, tickets, id), id, channel: tickets };
    },
    says: ({ staff: words }) => words.replyTitle(7),
    alone: true,
  },
  orders: {
    reach: (bot) => ofCommand(bot, buyer, 'orders', 'orders:2'),
    says: ({ common }) => common.yourOrders(2, 2),
    stranger: ({ common }) => common.noOrders,
  },
  received: {
    reach: (bot) => inDirectMessage(bot, 'received'),
    says: ({ common }) => common.received(41),
    stranger: notFound,
    blocked,
    moved: ['received', 'CONFLICT', ({ common }) => common.notDelivered],
  },
  redeem: {
    reach: (bot) => ofCommand(bot, buyer, 'redeem', 'redeem', { reward: 'ten-percent-off' }),
    says: ({ reward }) => reward.redeemed(reward.name['ten-percent-off'], '').slice(0, 20),
    stranger: foreign,
    blocked: foreign,
    moved: ['redeem', 'INSUFFICIENT_POINTS', ({ common }) => common.pointsMissing],
  },
  'keep-points': {
    reach: (bot) => ofCommand(bot, buyer, 'redeem', 'keep-points', { reward: 'ten-percent-off' }),
    says: ({ reward }) => reward.kept,
    stranger: foreign,
    blocked: foreign,
    alone: true,
  },
  refund: {
    by: 'staff',
    reach: (bot) => ofCommand(bot, staff, 'refund', 'refund', { order: 41, amount: '5' }),
    says: ({ staff: words }) => words.refunded(41),
    stranger: foreign,
    blocked: foreign,
    moved: ['refund', 'STALE', ({ staff: words }) => words.refundStale(41)],
  },
  'shop-category': {
    reach: async (bot) => ({
      ...(await ofCommand(bot, buyer, 'shop', 'shop-category')),
      use: 'choose',
      values: ['items'],
    }),
    says: ({ shop }) => `${shop.title} · ${shop.category.items}`,
    forgedValues: ['', 'none', '__proto__', 'x'.repeat(100)],
  },
  'shop-page': {
    reach: async (bot) => {
      const { message } = await ofCommand(bot, buyer, 'product', 'shop-open', { product: 'Elytra' });
      bot.rest();
      const opened = await bot.press(message, '1:shop-open:1', { user: buyer });
      return { use: 'press', message: opened.message?.id ?? '', id: '1:shop-page:items:0' };
    },
    says: ({ shop }) => `${shop.title} · ${shop.category.items}`,
  },
  'shop-product': {
    reach: async (bot) => ({ use: 'press', message: await inItems(bot), id: '1:shop-product:1' }),
    says: ({ shop }) => shop.amount,
    moved: ['stock', 'UNAVAILABLE', ({ common }) => common.away],
  },
  'shop-open': {
    reach: (bot) => ofCommand(bot, buyer, 'product', 'shop-open', { product: 'Elytra' }),
    says: ({ shop }) => shop.amount,
  },
  'shop-amount': { reach: card, says: ({ shop }) => shop.pieces.title, alone: true },
  problem: {
    reach: (bot) => inDirectMessage(bot, 'problem'),
    says: ({ ticket }) => ticket.problemTitle(41),
    alone: true,
  },
};

/** One row for each window: how it is opened, what is written, and what is said. */
export const WINDOW_ROWS: Record<string, ActionRow> = {
  'shop-amount': {
    ...filled(buyer, card, { amount: '2' }),
    says: ({ shop }) => shop.quote,
    blocked,
    isRepeatable: true,
    moved: ['pay-links', 'PRODUCT_NOT_FOUND', ({ shop }) => shop.gone],
  },
  ticket: {
    ...filled(buyer, command('ticket'), { priority: ['low'], subject: 'A subject', message: STORY }),
    says: ({ ticket }) => ticket.sent(1, '').split('#')[0] ?? '',
    stranger: ({ ticket }) => ticket.sentWithLink(1, '').split('#')[0] ?? '',
    moved: ['tickets', 'RATE_LIMITED', ({ common }) => common.rateLimited],
    takesNothing: true,
  },
  problem: {
    ...filled(buyer, (bot) => inDirectMessage(bot, 'problem'), { message: STORY }),
    says: ({ ticket }) => ticket.sent(1, '').split('#')[0] ?? '',
    moved: ['tickets', 'NOT_FOUND', notFound],
  },
  'ticket-reply': {
    by: 'staff',
    ...filled(staff, staffWindow('ticket-reply'), { text: STORY }),
    says: ({ staff: words }) => words.replied(7),
    stranger: forbidden,
    blocked,
    moved: ['respond', ...ended],
  },
  'ticket-note': {
    by: 'staff',
    ...filled(staff, staffWindow('ticket-note'), { text: STORY }),
    says: ({ staff: words }) => words.noted(7),
    stranger: forbidden,
    blocked,
    moved: ['notes', ...ended],
  },
};
