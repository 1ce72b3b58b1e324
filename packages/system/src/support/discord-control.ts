import { until } from '@pax/local';
import { z } from 'zod';
import type { WholeShop } from './whole-shop.js';

const part = z.looseObject({ custom_id: z.string().optional(), label: z.string().optional() });
const message = z.looseObject({
  id: z.string(),
  content: z.string(),
  edited_timestamp: z.string().nullable(),
  embeds: z.array(
    z.looseObject({
      title: z.string().optional(),
      footer: z.looseObject({ text: z.string() }).optional(),
    }),
  ),
  components: z.array(z.looseObject({ components: z.array(part) })),
});
/** A message, as Discord shows it. */
export type Message = z.output<typeof message>;

const outcome = z.looseObject({
  interaction: z.string(),
  state: z.string(),
  message: message.optional(),
  ephemeral: z.boolean(),
});
export type Outcome = z.output<typeof outcome>;

const call = z.looseObject({
  /** Number of the call, counted from 1; the log keeps the last 5,000. */
  seq: z.number().int(),
  /** Time of the call, in ISO 8601. */
  at: z.string(),
  method: z.string(),
  path: z.string(),
  status: z.number().int(),
  agent: z.string(),
  accepted: z.boolean(),
  messageId: z.string().optional(),
  fault: z.string().optional(),
  mentions: z.record(z.string(), z.unknown()).optional(),
});
/** A REST call, as the Discord stand-in logged it. */
export type Call = z.output<typeof call>;

export type ChannelName = keyof WholeShop['channels'];

const worldSchema = z.looseObject({ apiUrl: z.string(), botToken: z.string() });

/** Client of the Discord stand-in: acts as its people, and reads its log. */
export class DiscordControl {
  private readonly base: string;
  private world: z.output<typeof worldSchema> | undefined;

  constructor(private readonly shop: Pick<WholeShop, 'sandboxUrl' | 'channels'>) {
    this.base = `${shop.sandboxUrl}/discord`;
  }

  /** Returns all messages of a channel, oldest first. */
  async listMessages(channel: ChannelName): Promise<Message[]> {
    const { apiUrl, botToken } = await this.loadWorld();
    const found: Message[] = [];
    for (;;) {
      const before = found[0] === undefined ? '' : `&before=${found[0].id}`;
      const page = message.array().parse(
        await fetchJson(`${apiUrl}/v10/channels/${this.shop.channels[channel]}/messages?limit=100${before}`, {
          headers: { authorization: `Bot ${botToken}` },
        }),
      );
      found.unshift(...page.toReversed());
      if (page.length < 100) return found;
    }
  }

  async waitFor(channel: ChannelName, what: string, matches: (one: Message) => boolean): Promise<Message> {
    return await until(async () => (await this.listMessages(channel)).find(matches), {
      deadlineMs: 30_000,
      everyMs: 100,
      what: `${what} in #${channel}`,
    });
  }

  /** Presses a button below a message of a channel. @returns the answer that the person sees */
  async pressButton(
    user: string,
    channel: ChannelName | 'general',
    messageId: string,
    customId: string,
  ): Promise<Outcome> {
    const place = channel === 'general' ? channel : this.shop.channels[channel];
    const body = { user, channel: place, message: messageId, customId };
    return outcome.parse(await this.performAction('button', body));
  }

  /**
   * Changes an order's status by the controls below its post: a button, or the menu of a message with several orders.
   */
  async moveOrder(
    user: string,
    post: Message,
    move: 'process' | 'complete',
    order: number,
  ): Promise<Outcome> {
    const [button, option] = [`order:${move}:${order}:`, `${move}.${order}.`];
    const channel = this.shop.channels.orders;
    const at = { user, channel, message: post.id };
    const value = findValues(post, 'value').find((one) => one.startsWith(option));
    return outcome.parse(
      await (value === undefined
        ? this.performAction('button', { ...at, customId: findCustomId(post, button) })
        : this.performAction('select', {
            ...at,
            customId: findCustomId(post, '1:order-select'),
            values: [value],
          })),
    );
  }

  /** Runs a command of the bot in the general channel. @returns the answer that the person sees */
  async typeCommand(
    user: string,
    name: string,
    options: Record<string, string | number> = {},
  ): Promise<Outcome> {
    return outcome.parse(await this.performAction('command', { user, name, options }));
  }

  /** Fills in the modal that an interaction opened. @returns the answer that the person sees */
  async fillModal(user: string, interaction: string, values: Record<string, string>): Promise<Outcome> {
    return outcome.parse(await this.performAction('modal', { user, interaction, values }));
  }

  /** Writes in the thread of a message, once it is open. */
  async writeInThread(user: string, thread: string, content: string): Promise<void> {
    const tryToWrite = () =>
      this.performAction('message', { user, channel: thread, content }).catch(() => undefined);
    await until(tryToWrite, { deadlineMs: 30_000, everyMs: 200, what: `the thread ${thread}` });
  }

  /** Makes a person join the server. */
  async joinServer(user: string): Promise<void> {
    await this.performAction('join', { user });
  }

  /** Makes a person leave the server. */
  async leaveServer(user: string): Promise<void> {
    await this.performAction('leave', { user });
  }

  /** Sends a message with the bot's token, which the bot itself must never do. */
  async sendAsBot(channel: ChannelName, body: object): Promise<void> {
    const { apiUrl, botToken } = await this.loadWorld();
    await fetch(`${apiUrl}/v10/channels/${this.shop.channels[channel]}/messages`, {
      method: 'POST',
      headers: {
        authorization: `Bot ${botToken}`,
        'content-type': 'application/json',
        'user-agent': 'DiscordBot (https://example.test, 1)',
      },
      body: JSON.stringify(body),
    });
  }

  /** Returns all logged REST calls, oldest first. */
  async listCalls(): Promise<Call[]> {
    return z.object({ calls: call.array() }).parse(await fetchJson(`${this.base}/log`)).calls;
  }

  private performAction(action: string, body: object): Promise<unknown> {
    return fetchJson(`${this.base}/actions/${action}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
  }

  private async loadWorld(): Promise<z.output<typeof worldSchema>> {
    this.world ??= worldSchema.parse(await fetchJson(`${this.base}/world`));
    return this.world;
  }
}

/** Matches messages with the post of an order, by the order's number in the embed. */
export function mentionsOrder(orderId: number): (one: Message) => boolean {
  return (one) => one.embeds.some(({ title = '' }) => title.includes(`#${orderId} `));
}

/**
 * Finds the whole custom id of a button by its beginning, since the token at its end cannot be known.
 * @throws Error if no custom id begins so
 */
export function findCustomId(shown: unknown, beginning: string): string {
  const ids = findValues(shown, 'custom_id');
  const found = ids.find((id) => id.startsWith(beginning));
  if (found === undefined) throw new Error(`No "${beginning}…" among: ${ids.join(', ')}`);
  return found;
}

/** Finds all texts under a key in Discord's data. */
function findValues(shown: unknown, name: 'custom_id' | 'value'): string[] {
  const found = JSON.stringify(shown ?? null).matchAll(new RegExp(`"${name}":"([^"]*)"`, 'g'));
  return [...found].map(([, text = '']) => text);
}

async function fetchJson(url: string, init: RequestInit = {}): Promise<unknown> {
  const answer = await fetch(url, init);
  const body: unknown = await answer.json();
  if (!answer.ok) throw new Error(`${url} answered ${answer.status}: ${JSON.stringify(body)}`);
  return body;
}
