import type { PostedTicket } from '@pax/contracts';
import { discordWorld } from '@pax/stand-ins';
import {
  commandTarget,
  GENERAL_CHANNEL,
  discordIdFor,
  findAnswerButton,
  PEOPLE,
  LONG_TEXT,
  openWindow,
  type ActionCase,
  type Target,
} from './action-cases.js';
import type { Words } from './action-words.js';
import type { LiveBot } from './live-bot.js';
import { NOON, NOON_TOKEN, anOrderPost, aPost } from './samples.js';
import { waitUntil } from './wait-until.js';

const forbidden = ({ common }: Words): string => common.forbidden;
const blockedText = ({ common }: Words): string => common.blocked;
const notFound = ({ common }: Words): string => common.notFound;
const foreignButton = ({ common }: Words): string => common.foreignButton;
const { buyer, staff } = PEOPLE;
const { orders, tickets } = discordWorld.channels;

/** Ids of messages already found, since a channel returns only its newest messages. */
const foundMessages = new WeakMap<LiveBot, Map<string, string>>();

/** Finds a message that the bot has sent, by the custom id of one of its components. @returns its id */
async function findPostedMessage(bot: LiveBot, channel: string, id: string): Promise<string> {
  const known = foundMessages.get(bot) ?? new Map<string, string>();
  foundMessages.set(bot, known);
  let found = known.get(id);
  if (found !== undefined) return found;
  await waitUntil(async () => {
    const messages: { id: string; components: unknown[] }[] = JSON.parse(await bot.readMessagesById(channel));
    found = messages.find(({ components }) => JSON.stringify(components).includes(id))?.id;
    return found !== undefined;
  }, `${id} is posted`);
  known.set(id, found ?? '');
  return found ?? '';
}

/** Finds the public welcome message. @returns its id */
export async function findWelcomeMessage(bot: LiveBot): Promise<string> {
  bot.shop.lasting.wantedKeys.add('welcome');
  return findPostedMessage(bot, GENERAL_CHANNEL, '1:claim-reward');
}

/** Makes the bot send a direct message about a delivered order, once per bot. @returns its id */
async function findDirectMessage(bot: LiveBot): Promise<string> {
  const order = {
    id: 41,
    productName: 'Elytra',
    quantity: 1,
    status: 'completed',
    minecraftName: null,
    createdAt: NOON,
  } as const;
  const known = foundMessages.get(bot) ?? new Map<string, string>();
  foundMessages.set(bot, known);
  const before = known.get('direct');
  if (before !== undefined) return before;
  const { outcomes } = bot.shop.directMessages.add(discordIdFor('buyer'), { kind: 'order', order });
  // Discord's rate limit may delay it first.
  await waitUntil(() => outcomes.some(({ kind }) => kind === 'sent'), 'the direct message is sent');
  const id = outcomes.flatMap((one) => (one.kind === 'sent' ? [one.messageId] : []))[0] ?? '';
  known.set('direct', id);
  return id;
}

/** Makes the bot send a direct message with words of staff in a ticket, once per bot. @returns its button */
async function writeBackButton(bot: LiveBot): Promise<Target> {
  const id = `1:ticket-message:12:${NOON_TOKEN}`;
  const known = foundMessages.get(bot) ?? new Map<string, string>();
  foundMessages.set(bot, known);
  if (!known.has(id)) {
    const { outcomes } = bot.shop.directMessages.add(discordIdFor('buyer'), {
      kind: 'ticket',
      ticket: {
        id: 12,
        subject: 'Where?',
        state: 'written',
        isOnAccountPage: true,
        messageId: 5,
        createdAt: NOON,
        text: LONG_TEXT.slice(0, 2_000),
      },
    });
    await waitUntil(() => outcomes.some(({ kind }) => kind === 'sent'), 'the direct message is sent');
    known.set(id, outcomes.flatMap((one) => (one.kind === 'sent' ? [one.messageId] : []))[0] ?? '');
  }
  return { use: 'press', message: known.get(id) ?? '', id, channel: 'dm' };
}

async function directMessageButton(bot: LiveBot, name: string): Promise<Target> {
  return {
    use: 'press',
    message: await findDirectMessage(bot),
    id: `1:${name}:41:${NOON_TOKEN}`,
    channel: 'dm',
  };
}
/** Opens `/shop` and its category of items. @returns the message's id */
async function openItemsCategory(bot: LiveBot): Promise<string> {
  const { message, id } = await findAnswerButton(bot, buyer, 'shop', 'shop-category');
  await bot.choose(message, id, ['items'], { user: buyer });
  return message;
}
async function openProduct(bot: LiveBot): Promise<Target> {
  const { message } = await findAnswerButton(bot, buyer, 'product', 'shop-open', { product: 'Elytra' });
  bot.endCooldowns();
  const opened = await bot.press(message, '1:shop-open:1', { user: buyer });
  return { use: 'press', message: opened.message?.id ?? '', id: '1:shop-amount:1:pieces' };
}
/** A window that a person opens with `opener`, and the values filled in. */
const filledWindow = (
  by: string,
  opener: (bot: LiveBot) => Promise<Target>,
  values: Record<string, string | string[]>,
): Pick<ActionCase, 'findTarget' | 'window'> => ({
  findTarget: async (bot) => ({
    use: 'fill',
    interaction: await openWindow(bot, by, await opener(bot)),
    values,
  }),
  window: { opener, values },
});
const staffWindow = (name: string) => commandTarget(name, { ticket: 7 });
const endedTicketProblem = ['ILLEGAL_MOVE', ({ staff: { ticketEnded } }: Words) => ticketEnded] as const;
const aTicket: PostedTicket = {
  id: 7,
  name: 'coalheart',
  subject: 'Where?',
  message: 'Not there.',
  priority: 'low',
  status: 'open',
  prioritySupport: false,
  createdAt: NOON,
  discordId: null,
  namedOrders: [],
};

/** Case of a button below the post of a ticket, by default one that asks the shop nothing. */
const ticketButton = (
  name: string,
  expectedText: ActionCase['expectedText'],
  more: Partial<ActionCase> = { needsNoShop: true },
  ...args: string[]
): ActionCase => ({
  role: 'staff',
  findTarget: async (bot) => {
    if (!bot.shop.posts.some(({ post }) => post.id === 904))
      bot.shop.addPosts('tickets', aPost(904, { kind: 'ticket', ticket: aTicket }, 'ticket.opened'));
    const id = ['1', name, 7, ...args, NOON_TOKEN].join(':');
    return { use: 'press', message: await findPostedMessage(bot, tickets, id), id, channel: tickets };
  },
  expectedText,
  ...more,
});
const ticketActButton = (name: string, expectedText: ActionCase['expectedText']): ActionCase => {
  const refusal: ActionCase['refusal'] = ['status', ...endedTicketProblem];
  return ticketButton(name, expectedText, { strangerText: forbidden, blockedText, refusal });
};

const STAFF = { role: 'staff', strangerText: forbidden, blockedText } as const;

/** One case per button and select menu: its place, and the text that people then see. */
export const COMPONENT_CASES: Record<string, ActionCase> = {
  'claim-reward': {
    findTarget: async (bot) => ({
      use: 'press',
      message: await findWelcomeMessage(bot),
      id: '1:claim-reward',
    }),
    expectedText: ({ common }) => common.notClaimed.ALREADY_CLAIMED(''),
    strangerText: ({ common }) => common.notClaimed.NO_DISCORD('http').split('http')[0] ?? '',
    blockedText,
    ignoresArguments: true,
  },
  'order-move': {
    ...STAFF,
    findTarget: async (bot) => {
      if (!bot.shop.posts.some(({ post }) => post.id === 901))
        bot.shop.addPosts('orders', anOrderPost(901, { id: 901 }));
      const id = `order:process:901:${NOON_TOKEN}`;
      return { use: 'press', message: await findPostedMessage(bot, orders, id), id, channel: orders };
    },
    expectedText: ({ common }) => common.moved.process(901),
    refusal: ['process', 'WITHDRAWN', ({ common }) => common.withdrawn],
  },
  'order-select': {
    role: 'staff',
    findTarget: async (bot) => {
      if (!bot.shop.posts.some(({ post }) => post.id === 902))
        bot.shop.addPosts('orders', anOrderPost(902, { id: 902 }), anOrderPost(903, { id: 903 }));
      const id = '1:order-select';
      const message = await findPostedMessage(bot, orders, id);
      return { use: 'choose', message, id, values: [`process.902.${NOON_TOKEN}`], channel: orders };
    },
    expectedText: ({ common }) => common.moved.process(902),
    strangerText: forbidden,
    blockedText,
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
    refusal: ['process', 'ILLEGAL_MOVE', ({ common }) => common.illegalMove(common.noMove)],
  },
  queue: {
    ...STAFF,
    findTarget: (bot) => findAnswerButton(bot, staff, 'queue', 'queue:1'),
    expectedText: ({ staff: words }) => words.queue('2', 1, 1),
  },
  'queue-move': {
    ...STAFF,
    findTarget: (bot) => findAnswerButton(bot, staff, 'queue', 'queue-move:process:55:1'),
    expectedText: ({ common }) => common.moved.process(55),
    refusal: ['process', 'OWN_ORDER', ({ common }) => common.ownOrder],
  },
  'member-orders': {
    ...STAFF,
    findTarget: async (bot) => {
      const { message } = await bot.useMenu('Orders of this member', buyer, staff);
      return { use: 'press', message: message?.id ?? '', id: `1:member-orders:${discordIdFor('buyer')}:2` };
    },
    expectedText: ({ staff: words }) => words.ordersOf('coalheart', '12'),
  },
  'ticket-reply': ticketButton('ticket-reply', ({ staff: words }) => words.replyTitle(7)),
  'ticket-write': ticketButton('ticket-write', ({ staff: words }) => words.messageTitle(7)),
  'ticket-note': ticketButton('ticket-note', ({ staff: words }) => words.noteTitle(7)),
  'ticket-take': ticketActButton('ticket-take', ({ staff: words }) => words.ticketSet.in_progress(7)),
  'ticket-close': ticketActButton('ticket-close', ({ staff: words }) => words.ticketSet.closed(7)),
  'ticket-links': ticketButton('ticket-links', () => '/admin?tab=tickets&open=7', { needsNoShop: true }, ''),
  orders: {
    findTarget: (bot) => findAnswerButton(bot, buyer, 'orders', 'orders:2'),
    expectedText: ({ common }) => common.yourOrders(2, 2),
    strangerText: ({ common }) => common.noOrders,
  },
  received: {
    findTarget: (bot) => directMessageButton(bot, 'received'),
    expectedText: ({ common }) => common.received(41),
    strangerText: notFound,
    blockedText,
    refusal: ['received', 'CONFLICT', ({ common }) => common.notDelivered],
  },
  redeem: {
    findTarget: (bot) => findAnswerButton(bot, buyer, 'redeem', 'redeem', { reward: 'ten-percent-off' }),
    expectedText: ({ reward }) => reward.redeemed(reward.name['ten-percent-off'], '').slice(0, 20),
    strangerText: foreignButton,
    blockedText: foreignButton,
    refusal: ['redeem', 'INSUFFICIENT_POINTS', ({ common }) => common.pointsMissing],
  },
  'keep-points': {
    findTarget: (bot) => findAnswerButton(bot, buyer, 'redeem', 'keep-points', { reward: 'ten-percent-off' }),
    expectedText: ({ reward }) => reward.kept,
    strangerText: foreignButton,
    blockedText: foreignButton,
    needsNoShop: true,
  },
  refund: {
    role: 'staff',
    findTarget: (bot) => findAnswerButton(bot, staff, 'refund', 'refund', { order: 41, amount: '5' }),
    expectedText: ({ staff: words }) => words.refunded(41),
    strangerText: foreignButton,
    blockedText: foreignButton,
    refusal: ['refund', 'STALE', ({ staff: words }) => words.refundStale(41)],
  },
  'shop-category': {
    findTarget: async (bot) => ({
      ...(await findAnswerButton(bot, buyer, 'shop', 'shop-category')),
      use: 'choose',
      values: ['items'],
    }),
    expectedText: ({ shop }) => `${shop.title} · ${shop.category.items}`,
    forgedValues: ['', 'none', '__proto__', 'x'.repeat(100)],
  },
  'shop-page': {
    findTarget: async (bot) => {
      const { message } = await findAnswerButton(bot, buyer, 'product', 'shop-open', { product: 'Elytra' });
      bot.endCooldowns();
      const opened = await bot.press(message, '1:shop-open:1', { user: buyer });
      return { use: 'press', message: opened.message?.id ?? '', id: '1:shop-page:items:0' };
    },
    expectedText: ({ shop }) => `${shop.title} · ${shop.category.items}`,
  },
  'shop-product': {
    findTarget: async (bot) => ({
      use: 'press',
      message: await openItemsCategory(bot),
      id: '1:shop-product:1',
    }),
    expectedText: ({ shop }) => shop.amount,
    refusal: ['stock', 'UNAVAILABLE', ({ common }) => common.away],
  },
  'shop-open': {
    findTarget: (bot) => findAnswerButton(bot, buyer, 'product', 'shop-open', { product: 'Elytra' }),
    expectedText: ({ shop }) => shop.amount,
  },
  'shop-amount': {
    findTarget: openProduct,
    expectedText: ({ shop }) => shop.pieces.title,
    needsNoShop: true,
  },
  problem: {
    findTarget: (bot) => directMessageButton(bot, 'problem'),
    expectedText: ({ ticket }) => ticket.problemTitle(41),
    needsNoShop: true,
  },
  'ticket-message': {
    findTarget: writeBackButton,
    expectedText: ({ ticket }) => ticket.writeBackTitle(12),
    needsNoShop: true,
  },
};

/** Components whose id carries the time of what they are about. */
export const WITH_TOKEN = [
  'order-move',
  'order-select',
  'queue-move',
  'ticket-reply',
  'ticket-write',
  'ticket-note',
  'ticket-take',
  'ticket-close',
  'ticket-links',
  'received',
  'problem',
  'ticket-message',
  'refund',
] as const;

/** One case per window: the way to open it, the values filled in, and the text that people then see. */
export const WINDOW_CASES: Record<string, ActionCase> = {
  'shop-amount': {
    ...filledWindow(buyer, openProduct, { amount: '2' }),
    expectedText: ({ shop }) => shop.quote,
    blockedText,
    isRepeatable: true,
    refusal: ['pay-links', 'PRODUCT_NOT_FOUND', ({ shop }) => shop.gone],
  },
  ticket: {
    ...filledWindow(buyer, commandTarget('ticket'), {
      priority: ['low'],
      subject: 'A subject',
      message: LONG_TEXT,
    }),
    expectedText: ({ ticket }) => ticket.sent(1, '').split('#')[0] ?? '',
    strangerText: ({ ticket }) => ticket.sentWithLink(1, '').split('#')[0] ?? '',
    refusal: ['tickets', 'RATE_LIMITED', ({ common }) => common.rateLimited],
    ignoresArguments: true,
  },
  problem: {
    ...filledWindow(buyer, (bot) => directMessageButton(bot, 'problem'), { message: LONG_TEXT }),
    expectedText: ({ ticket }) => ticket.sent(1, '').split('#')[0] ?? '',
    refusal: ['tickets', 'NOT_FOUND', notFound],
  },
  'ticket-message': {
    ...filledWindow(buyer, writeBackButton, { text: LONG_TEXT.slice(0, 2_000) }),
    expectedText: ({ ticket }) => ticket.written(12),
    strangerText: notFound,
    blockedText,
    refusal: ['messages', 'ILLEGAL_MOVE', ({ ticket }) => ticket.ended(12)],
  },
  'ticket-reply': {
    role: 'staff',
    ...filledWindow(staff, staffWindow('ticket-reply'), { text: LONG_TEXT }),
    expectedText: ({ staff: words }) => words.replied(7),
    strangerText: forbidden,
    blockedText,
    refusal: ['respond', ...endedTicketProblem],
  },
  'ticket-write': {
    role: 'staff',
    ...filledWindow(staff, staffWindow('ticket-write'), { text: LONG_TEXT }),
    expectedText: ({ staff: words }) => words.messaged(7),
    strangerText: forbidden,
    blockedText,
    refusal: ['staff-messages', ...endedTicketProblem],
  },
  'ticket-note': {
    role: 'staff',
    ...filledWindow(staff, staffWindow('ticket-note'), { text: LONG_TEXT }),
    expectedText: ({ staff: words }) => words.noted(7),
    strangerText: forbidden,
    blockedText,
    refusal: ['notes', ...endedTicketProblem],
  },
};
