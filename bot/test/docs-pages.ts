import {
  EVENT_TYPES,
  eventDefinition,
  type BotProduct,
  type Channel,
  type DirectMessageContent,
  type EventType,
  type PostContent,
  type PostedTicket,
} from '@pax/contracts';
import type { APIEmbed } from 'discord.js';
import type { Action, SlashCommand } from '../src/commands/command.js';
import { parseCustomId } from '../src/messages/custom-id.js';
import { createDirectMessageView } from '../src/messages/direct-message-view.js';
import { buildNewMessage } from '../src/messages/post-message.js';
import { createNewcomersView, createWelcomeView } from '../src/messages/welcome-view.js';
import { createStockBoardView } from '../src/messages/stock-board-view.js';
import { createBotActions } from './bot-actions.js';
import { flattenPart } from './discord-limits.js';
import { anOrder, aPost, CALLER_ID, NOON } from './samples.js';

const POSTED_EVENTS: readonly (readonly [string, EventType, Channel])[] = EVENT_TYPES.flatMap((type) => {
  const { post } = eventDefinition(type);
  return post === undefined ? [] : [[post, type, post] as const];
});
const PERMISSION_TEXTS: Readonly<Record<Action['policy']['permission'], string>> = {
  everyone: 'everyone',
  staff: 'staff',
  admin: 'admins',
  orders: 'staff with `orders`',
  move: 'staff with `move`',
  refund: 'staff with `refund`',
  money: 'staff with `money`',
  products: 'staff with `products`',
  users: 'staff with `users`',
  tickets: 'staff with `tickets`',
};

/** A bullet list: the first cell of each row, then its other cells that are not empty. */
const bulletList = (rows: readonly (readonly string[])[]): string =>
  rows.map(([first = '', ...rest]) => `- ${first}: ${rest.filter(Boolean).join('; ')}`).join('\n');

const commandUsage = ({ name, options }: SlashCommand): string =>
  [`/${name}`, ...options.map((one) => (one.required === true ? `<${one.name}>` : `[${one.name}]`))].join(
    ' ',
  );
/** Empty for most actions: those for everyone. */
const permissionText = ({ policy }: Action): string =>
  policy.permission === 'everyone' ? '' : PERMISSION_TEXTS[policy.permission];
const visibilityText = ({ policy }: Action): string => (policy.ephemeral ? '' : 'public');

/** Lists names of actions, one line per kind and group of people who may use them. */
function groupActions(actions: readonly Action[]): string {
  const names = new Map<string, string[]>();
  for (const action of actions) {
    const kind = action.kind === 'modal' ? 'windows' : 'buttons and menus';
    const group = [kind, permissionText(action), visibilityText(action)].filter(Boolean).join('; ');
    names.set(group, [...(names.get(group) ?? []), `\`${action.name}\``]);
  }
  return [...names].map(([group, those]) => `- ${group}: ${those.join(', ')}`).join('\n');
}

/** Builds `docs/commands.md`: every command, button, menu and window, and the people who may use it. */
export function commandsPage(): string {
  const { commands, memberCommands, actions } = createBotActions();
  const others = actions.filter(({ kind }) => kind === 'component' || kind === 'modal');
  return `# Commands and their rights

Written from the code and compared with it by \`src/pages.spec.ts\`. Unless a line says otherwise, everyone may use it, and
the caller alone sees the answer. Texts in German: \`src/commands\`.

## Commands

${bulletList(
  commands.map((command) => [
    `\`${commandUsage(command)}\``,
    command.description.en,
    permissionText(command),
    visibilityText(command),
    command.policy.worksInDirectMessages === true ? 'also in direct messages' : '',
  ]),
)}

## In the menu of a member

${bulletList(memberCommands.map((one) => [one.label.en, permissionText(one)]))}

## Buttons, menus and windows

${groupActions(others)}
`;
}

/** Sample content of an event's post, in the state that the event causes. */
function samplePostContent(type: EventType): PostContent {
  const [aggregate, what = ''] = type.split('.');
  if (aggregate === 'ticket') {
    const status = what === 'opened' ? 'open' : what === 'answered' ? 'resolved' : 'closed';
    const ticket: Omit<PostedTicket, 'status'> = {
      id: 7,
      name: 'Jürgen',
      subject: 'Wo ist es?',
      message: '…',
      priority: 'low',
      prioritySupport: false,
      createdAt: NOON,
      discordId: null,
      namedOrders: [],
    };
    return { kind: 'ticket', ticket: { ...ticket, status } };
  }
  if (aggregate === 'alert')
    return { kind: 'alert', alert: { kind: 'failure', title: 'What failed', detail: '…' }, count: 1 };
  if (type === 'stock.changed') return { kind: 'stock', productId: 1, productName: 'Elytra', stock: 0 };
  if (aggregate !== 'order') return { kind: 'coins', coinStock: 0, reason: 'crossed' };
  if (type === 'order.unconfirmed')
    return { kind: 'order', order: anOrder({ id: 41, paymentStatus: 'unconfirmed' }) };
  if (type === 'order.refunded')
    return { kind: 'order', order: anOrder({ id: 41, status: 'completed', paymentStatus: 'refunded' }) };
  const status = (['completed', 'archived', 'cancelled'] as const).find((one) => one === what) ?? 'pending';
  return { kind: 'order', order: anOrder({ id: 41, status }) };
}

const GOODS = { productName: 'Elytra', image: undefined };
/** Posts for shoppers, which some events get beside those of their definition. */
const SHOPPER_POSTS: readonly { type: EventType; channel: Channel; content: PostContent }[] = [
  {
    type: 'order.paid',
    channel: 'purchases',
    content: { ...GOODS, kind: 'purchase', buyer: null, quantity: 1, count: 1 },
  },
  {
    type: 'stock.changed',
    channel: 'restocks',
    content: { ...GOODS, kind: 'restock', productId: 1, price: '17.99', stock: 3 },
  },
  {
    type: 'coins.changed',
    channel: 'restocks',
    content: { kind: 'coins_back', coinStock: 250_000_000 },
  },
];

/** Each event that is posted, with its channel and a sample post. */
export const samplePosts = (): { type: EventType; channel: Channel; content: PostContent }[] => [
  ...POSTED_EVENTS.map(([, type, channel]) => ({ type, channel, content: samplePostContent(type) })),
  ...SHOPPER_POSTS,
];

const permissionForButton = (customId: string): string => {
  const name = parseCustomId(customId)?.name;
  const found = createBotActions().actions.find((one) => one.kind === 'component' && one.name === name);
  return found ? PERMISSION_TEXTS[found.policy.permission] : 'nobody';
};

const embedTitle = (embeds: readonly APIEmbed[] = []): string => embeds[0]?.title ?? '';
/** The state's mark and word at the start of a message. */
const embedState = (embeds: readonly APIEmbed[] = []): string =>
  /^\S+ \*\*(.+?)\*\*/u.exec(embeds[0]?.description ?? '')?.[0].replaceAll('*', '') ?? '';

/** Labels of a message's buttons, each with the people who may press it. */
function buttonTexts(components: readonly object[]): string {
  const parts = components.flatMap((one) => flattenPart({ ...one })).filter((part) => part['type'] === 2);
  const shown = parts.map(({ label, custom_id: id }) =>
    typeof id === 'string' ? `${String(label)} (${permissionForButton(id)})` : `${String(label)} (link)`,
  );
  return shown.join(', ');
}

const renderDirectMessages = (content: DirectMessageContent) =>
  (['en', 'de'] as const).map((language) =>
    createDirectMessageView(
      {
        id: 1,
        nonce: '',
        discordId: CALLER_ID,
        language,
        channelId: null,
        content,
        occurredAt: NOON,
        payload: null,
        firstAttemptAt: null,
        firstAttemptAgeMs: null,
      },
      'https://shop.example',
    ),
  );

const ORDER = { id: 41, productName: 'Elytra', quantity: 1, minecraftName: 'Steve_01', createdAt: NOON };
/** A sample of each direct message, by event. */
export const DIRECT_MESSAGE_CONTENTS: readonly (readonly [string, DirectMessageContent])[] = [
  [
    'checkout.paid',
    {
      kind: 'paid',
      checkout: 'AAAAAAAAAAAAAAAAAAAAAA',
      orders: [{ ...ORDER, status: 'pending' }],
      total: '19.99',
      usualMinutes: 30,
    },
  ],
  ...(['processing', 'completed', 'cancelled'] as const).map((status): [string, DirectMessageContent] => [
    `order.${status}`,
    { kind: 'order', order: { ...ORDER, status } },
  ]),
  [
    'order.refunded',
    { kind: 'order', order: { ...ORDER, status: 'completed' }, returned: { cash: '4.50', credit: '0.50' } },
  ],
  ...(['answered', 'closed'] as const).map((state): [string, DirectMessageContent] => [
    `ticket.${state}`,
    { kind: 'ticket', ticket: { id: 7, subject: 'Where?', state, isOnAccountPage: true } },
  ]),
  [
    'ticket.messaged',
    {
      kind: 'ticket',
      ticket: {
        id: 7,
        subject: 'Where?',
        state: 'written',
        isOnAccountPage: true,
        createdAt: ORDER.createdAt,
        text: 'Which name?',
      },
    },
  ],
];

type RenderedMessage = {
  embeds?: readonly APIEmbed[] | undefined;
  components?: readonly object[] | undefined;
};

const BOARD: BotProduct[] = [{ id: 1, name: 'Elytra', category: 'items', price: '17.99', stock: 3 }];

/** Reads the heading of a message of components. */
const layoutHeading = (components: readonly object[]): string => {
  const texts = components.flatMap((one) => flattenPart({ ...one })).map(({ content }) => content);
  return texts.flatMap((text) => /^## (.+)/.exec(typeof text === 'string' ? text : '')?.[1] ?? [])[0] ?? '';
};

const rowWithoutEvent = (
  when: string,
  channel: string,
  { embeds, components = [] }: RenderedMessage,
): string[] => [
  when,
  channel,
  embeds === undefined ? layoutHeading(components) : embedTitle(embeds),
  buttonTexts(components),
];

function directMessageRow(event: string, content: DirectMessageContent): string[] {
  const [english, german] = renderDirectMessages(content);
  const said = (body: typeof english): string =>
    [embedTitle(body?.embeds), embedState(body?.embeds)].filter(Boolean).join(', ');
  return [`\`${event}\``, said(english), said(german), buttonTexts(english?.components ?? [])];
}

/** Builds `docs/messages.md`: the message of each event with its channel, texts and buttons. */
export function messagesPage(): string {
  const rows = samplePosts().map(({ type, channel, content }) => {
    const { embeds, components } = buildNewMessage(channel, [aPost(1, content, type)]);
    return [`\`${type}\``, channel, embedTitle(embeds), embedState(embeds), buttonTexts(components)];
  });
  return `# Events and their messages

Written from the code and compared with it by \`src/pages.spec.ts\`. An order's post in \`orders\` is edited to the
newest state and its buttons; those in \`history\` keep the state of their event. Posts of several orders have one menu.
Brackets say who may press a button.

## Posts: channel, title, state, buttons

${bulletList(rows)}

## Messages of no event

${bulletList([
  rowWithoutEvent(
    '`DISCORD_CHANNEL_WELCOME` is set',
    'welcome',
    createWelcomeView('https://shop.example', true).render(),
  ),
  rowWithoutEvent(
    'somebody joined, with `DISCORD_MEMBERS_INTENT`',
    'welcome',
    createNewcomersView([CALLER_ID], true),
  ),
  rowWithoutEvent(
    'always',
    'stock',
    createStockBoardView({ coinStock: 1, products: BOARD }, 'https://shop.example').render(),
  ),
])}

## Direct messages: English, German, buttons

${bulletList(DIRECT_MESSAGE_CONTENTS.map(([event, content]) => directMessageRow(event, content)))}
`;
}
