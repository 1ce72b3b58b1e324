import { describe, expect, it } from '@jest/globals';
import {
  MAX_NAMED_ORDERS,
  MAX_NEWCOMERS_AT_ONCE,
  type DirectMessageContent,
  type Post,
  type PostContent,
} from '@pax/contracts';
import { createBotActions } from '../../test/bot-actions.js';
import {
  commandMeasures,
  flattenPart,
  LIMITS,
  messageMeasures,
  modalMeasures,
  proposalMeasures,
  findViolations,
  type Measure,
} from '../../test/discord-limits.js';
import { HostileShop } from '../../test/hostile-shop.js';
import { findHarm, HOSTILE_TEXTS } from '../../test/hostile-texts.js';
import { aCall, anOrder, aPost, CALLER_ID, NOON } from '../../test/samples.js';
import type { Call, Language, Reply, SlashCommand } from '../commands/command.js';
import { parseCustomId } from './custom-id.js';
import { createLogger } from '../logger.js';
import { toCommandBody } from '../discord/command-registration.js';
import { Router, type Responder } from '../discord/router.js';
import { createDirectMessageView } from './direct-message-view.js';
import { createThreadMessageView } from './thread-message-view.js';
import { getThreadName } from './ticket-view.js';
import { buildNewMessage, packPostsIntoMessage } from './post-message.js';
import { createNewcomersView, createWelcomeView } from './welcome-view.js';
import { createStockBoardView } from './stock-board-view.js';

const publicUrl = 'https://shop.example';
const logger = createLogger({ level: 'silent' });
const STAFF_ROLE = '1184302765190463519';

const DIRECT = {
  id: 1,
  nonce: 'AAAAAAAAAAAAAAAAAAAAAA',
  discordId: CALLER_ID,
  channelId: null,
  occurredAt: NOON,
  payload: null,
  firstAttemptAt: null,
  firstAttemptAgeMs: null,
};

const THREAD_MESSAGE = {
  id: 2_147_483_647,
  ticketId: 2_147_483_647,
  threadId: CALLER_ID,
  nonce: 'AAAAAAAAAAAAAAAAAAAAAA',
  messageId: null,
  firstAttemptAt: null,
  firstAttemptAgeMs: null,
};

/** Everything that one text makes the bot send. */
class Sent {
  readonly measures: Measure[] = [];
  readonly shown: string[] = [];
  /** Texts in places that read no markdown. */
  readonly unmarked: string[] = [];
  readonly used = new Set<string>();
  /** Custom ids that people see and have not used yet. */
  readonly open: string[] = [];

  message(body: object): void {
    this.measures.push(...messageMeasures(body));
    this.note(body);
  }
  note(body: object): void {
    const text = JSON.stringify(body);
    for (const [, id = ''] of text.matchAll(/"custom_id":"([^"]+)"/g)) this.open.push(id);
    this.shown.push(...strings(body));
    this.unmarked.push(...inOptions(body));
  }
}

/** The texts of a body that people see. */
function strings(value: unknown, key = ''): string[] {
  if (typeof value === 'string')
    return ['custom_id', 'url', 'timestamp', 'nonce'].includes(key) ? [] : [value];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, one]) =>
    name === 'options' ? [] : strings(one, Array.isArray(value) ? key : name),
  );
}

/** The texts of the options of lists. */
function inOptions(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, one]) => (name === 'options' ? strings(one) : inOptions(one)));
}

const contents = (text: string): [Post['type'], PostContent][] => [
  [
    'order.paid',
    {
      kind: 'order',
      order: anOrder({ productName: text, minecraftName: text, discordUsername: text, username: text }),
    },
  ],
  [
    'order.overdue',
    {
      kind: 'order',
      order: anOrder({ status: 'processing', processedBy: text, productName: text, withdrawn: true }),
    },
  ],
  ['stock.changed', { kind: 'stock', productId: 1, productName: text, stock: 0 }],
  ['coins.changed', { kind: 'coins', coinStock: Number.MAX_SAFE_INTEGER, reason: 'set' }],
  ['order.paid', { kind: 'purchase', buyer: text, productName: text, quantity: 999, count: 1 }],
  ['stock.changed', { kind: 'restock', productId: 1, productName: text, price: '1.00', stock: 999 }],
  [
    'stock.changed',
    {
      kind: 'counted',
      of: 'restocks',
      lines: Array.from({ length: 10 }, () => ({ what: text, count: 1 })),
      count: 99,
    },
  ],
  [
    'ticket.opened',
    {
      kind: 'ticket',
      ticket: {
        id: 7,
        name: text,
        subject: text,
        message: text,
        response: text,
        priority: 'low',
        status: 'open',
        prioritySupport: true,
        createdAt: NOON,
        username: text,
        discordId: null,
        namedOrders: Array.from({ length: MAX_NAMED_ORDERS }, () => ({ id: 2_147_483_647, isOwn: false })),
      },
    },
  ],
  ['alert.raised', { kind: 'alert', alert: { kind: 'failure', title: text, detail: text }, count: 3 }],
  ['test', { kind: 'test', message: text }],
];
const told = (text: string): DirectMessageContent[] => {
  const order = { id: 41, productName: text, quantity: 1, minecraftName: text, createdAt: NOON } as const;
  return [
    {
      kind: 'paid',
      checkout: 'AAAAAAAAAAAAAAAAAAAAAA',
      orders: Array.from({ length: 30 }, () => ({ ...order, status: 'pending' })),
    },
    { kind: 'order', order: { ...order, status: 'completed' } },
    { kind: 'ticket', ticket: { id: 7, subject: text, state: 'answered', isOnAccountPage: true } },
    {
      kind: 'ticket',
      ticket: { id: 7, subject: text, state: 'written', isOnAccountPage: true, createdAt: NOON, text },
    },
  ];
};

/** Several orders in one post are different ones. */
const numbered = (content: PostContent, id: number): PostContent =>
  content.kind === 'order' ? { ...content, order: { ...content.order, id } } : content;

function posts(text: string, sent: Sent): void {
  for (const [type, content] of contents(text)) {
    const many = Array.from({ length: 12 }, (_, at) => aPost(at + 1, numbered(content, at + 1), type));
    for (const some of [many.slice(0, 1), packPostsIntoMessage(many)]) {
      for (const channel of ['orders', 'tickets', 'error'] as const) {
        for (const ping of [undefined, STAFF_ROLE]) {
          const { content: said, ...body } = buildNewMessage(channel, some, ping);
          const isPinged = ping !== undefined && channel === 'orders' && content.kind === 'order';
          sent.message(body);
          sent.measures.push(...messageMeasures({ content: said }));
          expect(said).toBe(isPinged ? `<@&${ping}>` : '');
          expect(body.allowed_mentions).toEqual(isPinged ? { parse: [], roles: [ping] } : { parse: [] });
        }
      }
    }
  }
  for (const language of ['en', 'de'] as const)
    for (const content of told(text)) {
      const body = createDirectMessageView({ ...DIRECT, language, content }, publicUrl);
      sent.message(body);
      expect(body.allowed_mentions).toEqual({ parse: [] });
    }
  const product = { name: text, category: 'items', price: '1.00', stock: 1 } as const;
  const products = Array.from({ length: 300 }, (_, at) => ({ ...product, id: at + 1 }));
  for (const { render } of [
    createStockBoardView({ coinStock: 1, products }, publicUrl),
    createWelcomeView(publicUrl, true),
  ])
    sent.message(render());
  const newcomers = createNewcomersView(
    Array.from({ length: MAX_NEWCOMERS_AT_ONCE }, () => CALLER_ID),
    true,
  );
  expect(newcomers.allowed_mentions).toEqual({ parse: [] });
  sent.measures.push(...messageMeasures(newcomers));
  for (const side of ['sender', 'staff'] as const) {
    const content = { side, author: text, text, pictures: 3, createdAt: NOON };
    const body = createThreadMessageView({ ...THREAD_MESSAGE, content });
    sent.message(body);
    expect(body.allowed_mentions).toEqual({ parse: [] });
  }
  sent.message(createThreadMessageView({ ...THREAD_MESSAGE, content: null }));
  const name = getThreadName(2_147_483_647);
  sent.measures.push(['thread.name', name.length]);
  sent.unmarked.push(name);
}

function recording(sent: Sent): Responder {
  const take = async (reply: Reply): Promise<void> => sent.message(reply);
  return {
    canUpdateMessage: true,
    defer: async () => undefined,
    deferUpdate: async () => undefined,
    answer: take,
    answerDeferred: take,
    followUp: take,
    replaceByPrivateAnswer: take,
    openModal: async (modal) => {
      sent.measures.push(...modalMeasures(modal));
      sent.note(modal);
    },
  };
}

const optionsOf = ({ options }: SlashCommand, text: string): Call['options'] =>
  Object.fromEntries(
    options.map(({ name, type, choices }) => [name, type === 'integer' ? 7 : (choices?.[0]?.value ?? text)]),
  );

/** Runs every command, then whatever the answers offer, until nothing new is offered. */
async function people(text: string, language: Language, sent: Sent): Promise<void> {
  const { commands, memberCommands, actions } = createBotActions(new HostileShop(text));
  const readRights = async () => ({ role: 'admin', rights: [] }) as const;
  const router = new Router(actions, { logger, readLanguage: async () => language, readRights });
  const responder = recording(sent);
  const handle = (call: Partial<Call>): Promise<void> => {
    sent.used.add(`${call.kind}:${call.name}`);
    return router.handleCall(aCall({ language, userName: text, ...call }), responder);
  };
  for (const command of commands) {
    for (const typed of [text, '41', 'TTTTTTTTTTTTTTTTTTTTTT'])
      await handle({
        kind: 'slash',
        name: command.name,
        options: optionsOf(command, typed),
        userId: `${CALLER_ID}${typed.length % 7}`,
      });
    for (const { name } of command.options.filter(({ complete }) => complete))
      for (const typed of ['', text]) {
        const proposed = await router.findProposals(command.name, name, {
          userId: CALLER_ID,
          language,
          text: typed,
        });
        sent.measures.push(...proposalMeasures(proposed));
        sent.unmarked.push(...proposed.map((one) => one.name));
      }
  }
  for (const { name } of memberCommands) await handle({ kind: 'member', name, memberId: CALLER_ID });
  const seen = new Set<string>();
  for (let id = sent.open.pop(); id !== undefined; id = sent.open.pop()) {
    const { name, args } = parseCustomId(id) ?? { name: '', args: [] };
    if (seen.has(name) || !actions.some((one) => one.name === name)) continue;
    seen.add(name);
    const chosen = name === 'order-select' ? ['process.41'] : name === 'shop-category' ? ['coins'] : [];
    const userId = args.find((one) => /^\d{17,}$/.test(one)) ?? CALLER_ID;
    await handle({ kind: 'component', name, args: [...args, ...chosen], userId });
    for (const written of [text, '2'])
      await handle({
        kind: 'modal',
        name,
        args: args.slice(0, 1),
        written: [written],
        options: { priority: 'low', subject: text, message: text, text, amount: written },
      });
  }
}

describe("Discord's limits, one row per field (OWN-31)", () => {
  it.each(HOSTILE_TEXTS)(
    'hold, and nothing pings, links or hides, where people write %s',
    async (_, text) => {
      for (const language of ['en', 'de'] as const) {
        const sent = new Sent();
        posts(text, sent);
        await people(text, language, sent);
        expect(findViolations(sent.measures)).toEqual([]);
        const harmful = (texts: string[], of: RegExp) =>
          texts
            .filter((one) => findHarm(one).some((found) => of.test(found)))
            .map((one) => one.slice(0, 200));
        expect(harmful(sent.shown, /./)).toEqual([]);
        expect(harmful(sent.unmarked, /hidden|turns|half/)).toEqual([]);
      }
    },
  );

  it('are known for every field that the bot sends, and each is of one that it does', async () => {
    const sent = new Sent();
    posts('Elytra', sent);
    await people('Elytra', 'de', sent);
    const { commands, memberCommands, actions } = createBotActions();
    const listed = [...commands, ...memberCommands];
    sent.measures.push(['commands', listed.length], ['message.nonce', 25]);
    for (const command of listed) sent.measures.push(...commandMeasures(toCommandBody(command)));
    expect(findViolations(sent.measures)).toEqual([]);
    const measured = new Set(sent.measures.map(([field]) => field));
    expect([...measured].toSorted()).toEqual(Object.keys(LIMITS).toSorted());
    const all = actions.map(({ kind, name }) => `${kind}:${name}`);
    expect(all.filter((one) => !sent.used.has(one))).toEqual([]);
  });

  it('notice what is too long, too many, or of a field that is not in the table', () => {
    const body = { content: 'x'.repeat(2_001), embeds: [{ title: '', description: 'x'.repeat(4_097) }] };
    expect(findViolations(messageMeasures(body))).toEqual([
      'message.content: 2001',
      'embed.title: 0',
      'embed.description: 4097',
    ]);
    expect(findViolations([['embed.author', 1]])).toEqual(['embed.author: 1']);
    expect(flattenPart({ components: [{ accessory: { type: 2 } }] })).toHaveLength(3);
    expect(findHarm('@everyone')).toEqual(['mentions all']);
    expect(findHarm('`@everyone` \\@everyone')).toEqual([]);
  });
});
