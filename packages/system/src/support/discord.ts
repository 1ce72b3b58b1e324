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
/** A message as Discord shows it. */
export type Message = z.output<typeof message>;

const outcome = z.looseObject({
  interaction: z.string(),
  state: z.string(),
  message: message.optional(),
  ephemeral: z.boolean(),
});
export type Outcome = z.output<typeof outcome>;

const call = z.looseObject({
  /** 1, 2, 3 …; the log keeps the last 5,000. */
  seq: z.number().int(),
  /** When it was made, ISO 8601. */
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
/** A REST call as Discord logged it. */
export type Call = z.output<typeof call>;

export type ChannelName = keyof WholeShop['channels'];

const worldSchema = z.looseObject({ apiUrl: z.string(), botToken: z.string() });

/** The stand-in Discord as people and its log see it. */
export class Discord {
  private readonly base: string;
  private world: z.output<typeof worldSchema> | undefined;

  constructor(private readonly shop: Pick<WholeShop, 'sandboxUrl' | 'channels'>) {
    this.base = `${shop.sandboxUrl}/discord`;
  }

  /** All messages of a channel, oldest first. */
  async messages(channel: ChannelName): Promise<Message[]> {
    const { apiUrl, botToken } = await this.loadWorld();
    const found: Message[] = [];
    for (;;) {
      const before = found[0] === undefined ? '' : `&before=${found[0].id}`;
      const page = message.array().parse(
        await json(`${apiUrl}/v10/channels/${this.shop.channels[channel]}/messages?limit=100${before}`, {
          headers: { authorization: `Bot ${botToken}` },
        }),
      );
      found.unshift(...page.toReversed());
      if (page.length < 100) return found;
    }
  }

  async waitFor(channel: ChannelName, what: string, matches: (one: Message) => boolean): Promise<Message> {
    return await until(async () => (await this.messages(channel)).find(matches), {
      deadlineMs: 30_000,
      everyMs: 100,
      what: `${what} in #${channel}`,
    });
  }

  /** Presses a button below a message of a channel; answers what the person sees. */
  async press(
    user: string,
    channel: ChannelName | 'general',
    messageId: string,
    customId: string,
  ): Promise<Outcome> {
    const place = channel === 'general' ? channel : this.shop.channels[channel];
    const body = { user, channel: place, message: messageId, customId };
    return outcome.parse(await this.perform('button', body));
  }

  /** Moves an order by what is below its post: a button, or the menu of a message that holds several orders. */
  async moveOrder(
    user: string,
    post: Message,
    move: 'process' | 'complete',
    order: number,
  ): Promise<Outcome> {
    const [button, option] = [`order:${move}:${order}:`, `${move}.${order}.`];
    const channel = this.shop.channels.orders;
    const at = { user, channel, message: post.id };
    const value = partsOf(post, 'value').find((one) => one.startsWith(option));
    return outcome.parse(
      await (value === undefined
        ? this.perform('button', { ...at, customId: customIdIn(post, button) })
        : this.perform('select', { ...at, customId: customIdIn(post, '1:order-select'), values: [value] })),
    );
  }

  /** Types a command of the bot where everybody may; answers what the person sees. */
  async type(user: string, name: string, options: Record<string, string | number> = {}): Promise<Outcome> {
    return outcome.parse(await this.perform('command', { user, name, options }));
  }

  /** Fills in the window that an interaction opened; answers what the person sees. */
  async fill(user: string, interaction: string, values: Record<string, string>): Promise<Outcome> {
    return outcome.parse(await this.perform('modal', { user, interaction, values }));
  }

  /** A person writes in the thread of a message, once it is open. */
  async sayInThread(user: string, thread: string, content: string): Promise<void> {
    const said = () => this.perform('message', { user, channel: thread, content }).catch(() => undefined);
    await until(said, { deadlineMs: 30_000, everyMs: 200, what: `the thread ${thread}` });
  }

  /** A person joins the server. */
  async join(user: string): Promise<void> {
    await this.perform('join', { user });
  }

  /** A person leaves the server. */
  async leave(user: string): Promise<void> {
    await this.perform('leave', { user });
  }

  /** Says something with the bot's own token, as the bot never should. */
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

  /** Every REST call that was made, oldest first. */
  async calls(): Promise<Call[]> {
    return z.object({ calls: call.array() }).parse(await json(`${this.base}/log`)).calls;
  }

  private perform(action: string, body: object): Promise<unknown> {
    return json(`${this.base}/actions/${action}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
  }

  private async loadWorld(): Promise<z.output<typeof worldSchema>> {
    this.world ??= worldSchema.parse(await json(`${this.base}/world`));
    return this.world;
  }
}

/** Whether a message holds the post of an order: its embed names the number. */
export function mentionsOrder(orderId: number): (one: Message) => boolean {
  return (one) => one.embeds.some(({ title = '' }) => title.includes(`#${orderId} `));
}

/**
 * The whole custom id of a button in what Discord showed, by its beginning: the token at its end is not known beforehand.
 * @throws Error when nothing shown begins so
 */
export function customIdIn(shown: unknown, beginning: string): string {
  const ids = partsOf(shown, 'custom_id');
  const found = ids.find((id) => id.startsWith(beginning));
  if (found === undefined) throw new Error(`No "${beginning}…" among: ${ids.join(', ')}`);
  return found;
}

/** All texts that stand under a name in what Discord showed. */
function partsOf(shown: unknown, name: 'custom_id' | 'value'): string[] {
  const found = JSON.stringify(shown ?? null).matchAll(new RegExp(`"${name}":"([^"]*)"`, 'g'));
  return [...found].map(([, text = '']) => text);
}

async function json(url: string, init: RequestInit = {}): Promise<unknown> {
  const answer = await fetch(url, init);
  const body: unknown = await answer.json();
  if (!answer.ok) throw new Error(`${url} answered ${answer.status}: ${JSON.stringify(body)}`);
  return body;
}
