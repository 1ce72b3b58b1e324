import { eventDefinition, type EventType } from '@pax/contracts';
import { DiscordControl, type Call, type ChannelName, type Message } from '../support/discord-control.js';
import type { WholeShop } from '../support/whole-shop.js';

interface PostedEvent {
  readonly type: EventType;
  readonly aggregate: PostedAggregate;
  readonly id: string;
}

/** Patterns of the titles of posts about orders and tickets, of which each event has a post. */
const TITLE_PATTERNS = { order: /^#(\d+) · /, ticket: /^Ticket #(\d+)(?: · |$)/ } as const;
type PostedAggregate = keyof typeof TITLE_PATTERNS;

/** Discord channels, with the kind of thing whose events they show. */
const POSTED_CHANNELS: readonly (readonly [ChannelName, PostedAggregate])[] = [
  ['orders', 'order'],
  ['history', 'order'],
  ['tickets', 'ticket'],
];

/** HTTP statuses that Discord counts against a bot, or that report a wrong call. */
const COUNTED_STATUSES = new Set([400, 401, 403, 405, 429]);

/**
 * Compares the events of orders and tickets with Discord's messages and log (E4): one message per event, no ping, no
 * refused call.
 * @returns a line for each difference
 */
export async function findDiscordDifferences(shop: WholeShop): Promise<string[]> {
  const discord = new DiscordControl(shop);
  const { rows } = await shop.database.query<PostedEvent>(
    `SELECT type, aggregate, aggregate_id AS id FROM outbox_events
      WHERE aggregate = ANY($1) AND tell_at IS DISTINCT FROM 'infinity' ORDER BY id`,
    [Object.keys(TITLE_PATTERNS)],
  );
  const found: string[] = [];
  for (const [channel, what] of POSTED_CHANNELS) {
    const due = rows
      .filter(({ type, aggregate }) => aggregate === what && eventDefinition(type).post === channel)
      .map(({ id }) => id);
    const messages = await discord.listMessages(channel);
    found.push(
      ...compareCounts(`#${channel}: ${what}`, countEach(due), countEach(readNumbers(messages, what))),
    );
    found.push(
      ...findOutOfOrder(messages, what).map((id) => `#${channel}: posts of ${what} ${id} are out of order`),
    );
  }
  const calls = await discord.listCalls();
  return [
    ...found,
    ...(await findBatchDifferences(shop, calls)),
    ...findWrongCalls(calls),
    ...findPings(calls),
  ];
}

/**
 * Reads the event numbers in the embeds about orders or about tickets, which may share a channel and are numbered
 * separately.
 */
export function readNumbers(messages: readonly Pick<Message, 'embeds'>[], what: PostedAggregate): string[] {
  return messages.flatMap(({ embeds }) =>
    embeds.flatMap(({ title = '' }) => {
      const number = TITLE_PATTERNS[what].exec(title)?.[1];
      return number === undefined ? [] : [number];
    }),
  );
}

/** Finds events that a channel shows before an earlier event of the same thing; messages are given oldest first. */
export function findOutOfOrder(
  messages: readonly Pick<Message, 'embeds'>[],
  what: PostedAggregate,
): string[] {
  const lastPosts = new Map<string, number>();
  const found = new Set<string>();
  for (const embed of messages.flatMap(({ embeds }) => embeds)) {
    const [number] = readNumbers([{ embeds: [embed] }], what);
    if (number === undefined) continue;
    const post = Number(/Post (\d+)$/.exec(embed.footer?.text ?? '')?.[1]);
    if (post < (lastPosts.get(number) ?? 0)) found.add(number);
    lastPosts.set(number, post);
  }
  return [...found];
}

function countEach(numbers: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const number of numbers) counts.set(number, (counts.get(number) ?? 0) + 1);
  return counts;
}

function compareCounts(of: string, due: Map<string, number>, shown: Map<string, number>): string[] {
  return [...new Set([...due.keys(), ...shown.keys()])]
    .filter((number) => due.get(number) !== shown.get(number))
    .map(
      (number) => `${of} ${number} has ${due.get(number) ?? 0} events and ${shown.get(number) ?? 0} posts`,
    );
}

/**
 * Checks that each message of the bot is exactly one batch of posts or pinned message, and the reverse, as far back as
 * the log reaches.
 */
async function findBatchDifferences(shop: WholeShop, calls: readonly Call[]): Promise<string[]> {
  const { rows } = await shop.database.query<{ message_id: string; n: number; at: Date }>(
    `SELECT message_id, count(*)::int AS n, min(first_attempt_at) AS at
       FROM (SELECT message_id, first_attempt_at FROM post_batches WHERE state = 'sent'
             UNION ALL SELECT message_id, first_attempt_at FROM lasting_messages
                        WHERE message_id IS NOT NULL AND channel_id = ANY($1)) AS sent
      GROUP BY message_id`,
    [Object.values(shop.channels)],
  );
  const [oldest] = calls;
  const isLogged = ({ at }: { at: Date }): boolean =>
    oldest === undefined || oldest.seq === 1 || at >= new Date(oldest.at);
  const ours = new Set(Object.values(shop.channels));
  const made = new Set(
    calls
      .filter(({ method, path, accepted }) => accepted && method === 'POST' && isMessagePost(path, ours))
      .map(({ messageId }) => messageId ?? ''),
  );
  return [
    ...rows.filter(({ n }) => n > 1).map((row) => `message ${row.message_id} stands for ${row.n} batches`),
    ...rows
      .filter((row) => isLogged(row) && !made.has(row.message_id))
      .map((row) => `Discord never made the message ${row.message_id}`),
    ...[...made]
      .filter((id) => !rows.some((row) => row.message_id === id))
      .map((id) => `no batch is the message ${id}`),
  ];
}

function isMessagePost(path: string, channels: ReadonlySet<string>): boolean {
  const channel = /channels\/(\d+)\/messages$/.exec(path)?.[1];
  return channel !== undefined && channels.has(channel);
}

/** Finds calls that the bot should not have made, or not yet. */
export function findWrongCalls(
  calls: readonly Pick<Call, 'at' | 'method' | 'path' | 'status' | 'agent' | 'fault'>[],
): string[] {
  const excused = new Set([...findFirstLimitedCalls(calls), ...findRepeatedThreads(calls)]);
  return calls
    .filter((call) => call.fault === undefined && COUNTED_STATUSES.has(call.status) && !excused.has(call))
    .map(({ method, path, status, agent }) => `Discord answered ${status} to ${method} ${path} (${agent})`);
}

/** Longest window of a rate limit that an earlier bot process could have used up, ms. */
const LIMIT_WINDOW_MS = 5_000;

/**
 * Finds first calls of a bot process that hit a rate limit used up by the process before: a process learns about limits
 * only from answers, so such a refusal is allowed.
 */
function findFirstLimitedCalls<C extends Pick<Call, 'at' | 'method' | 'path' | 'status'>>(
  calls: readonly C[],
): Set<C> {
  const firstCalls = new Set<C>();
  let usedRoutes = new Set<string>();
  /** Time of the last call by an earlier process, by route, ms since 1970. */
  const usedBefore = new Map<string, number>();
  const lastUse = new Map<string, number>();
  for (const call of calls) {
    if (call.path.endsWith('/gateway/bot')) {
      usedRoutes = new Set();
      for (const [route, at] of lastUse) usedBefore.set(route, at);
    }
    const at = Date.parse(call.at);
    const route = `${call.method} ${call.path.replace(/messages\/\d+$/, 'messages/:id')}`;
    const isInWindow = at - (usedBefore.get(route) ?? Number.NEGATIVE_INFINITY) <= LIMIT_WINDOW_MS;
    if (call.status === 429 && isInWindow && !usedRoutes.has(route)) firstCalls.add(call);
    usedRoutes.add(route);
    lastUse.set(route, at);
  }
  return firstCalls;
}

/** Finds threads that were created again after a lost answer, since Discord cannot recognise such a repeat. */
function findRepeatedThreads<C extends Pick<Call, 'method' | 'path' | 'status'>>(calls: readonly C[]): C[] {
  const opened = new Set<string>();
  return calls.filter(({ method, path, status }) => {
    if (method !== 'POST' || !path.endsWith('/threads')) return false;
    if (status < 400) opened.add(path);
    return status === 400 && opened.delete(path);
  });
}

function findPings(calls: readonly Call[]): string[] {
  return calls
    .filter(({ mentions = {} }) => Object.values(mentions).some((n) => n !== 0 && n !== false))
    .map(({ path, mentions }) => `${path} pinged: ${JSON.stringify(mentions)}`);
}
