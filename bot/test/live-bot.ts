import { discordUserAgent, type Channel } from '@pax/contracts';
import {
  discordWorld,
  HastenedClock,
  openDiscord,
  startStandIns,
  type RunningStandIns,
} from '@pax/stand-ins';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { z } from 'zod';
import { BotApp, type BotOptions } from '../src/app.js';
import { createLogger } from '../src/logger.js';
import { Cooldowns } from '../src/discord/router.js';
import { readSettings } from '../src/settings.js';
import { ShopServer, TOKEN } from './shop-server.js';
import { waitUntil } from './wait-until.js';

const BOT_TOKEN = 'spec-bot-token';
/** As fast as the stand-in's clock may run: a week in less than a second. */
const MAX_CLOCK_FACTOR = 1_000_000;
/** The shop's public address. */
export const PUBLIC_URL = 'http://127.0.0.1:3000';

const shownMessage = z.looseObject({
  id: z.string(),
  content: z.string(),
  flags: z.number().default(0),
  embeds: z.array(z.unknown()),
  components: z.array(z.looseObject({ components: z.array(z.looseObject({})).optional() })).default([]),
});
const choice = z.looseObject({ name: z.string(), value: z.union([z.string(), z.number()]) });
type Choice = z.output<typeof choice>;
const outcome = z.looseObject({
  interaction: z.string(),
  state: z.string(),
  ephemeral: z.boolean(),
  message: shownMessage.optional(),
  followups: z.array(shownMessage),
  modal: z.looseObject({ custom_id: z.string(), title: z.string() }).optional(),
  choices: z.array(choice).optional(),
});
export type Outcome = z.output<typeof outcome>;
/** Who acts, and where if not in the public channel; `forged`: with a component that the message does not have. */
interface InteractionPlace {
  user?: string;
  channel?: string;
  forged?: boolean;
}
const traffic = z.object({
  connects: z.number(),
  identifies: z.number(),
  resumes: z.number(),
  open: z.number(),
  mostOpen: z.number(),
});
const callLog = z.object({
  calls: z.array(
    z.looseObject({
      at: z.string(),
      method: z.string(),
      path: z.string(),
      status: z.number(),
      agent: z.string(),
      fault: z.string().optional(),
      nonce: z.union([z.string(), z.number()]).nullish(),
      repeated: z.boolean().optional(),
    }),
  ),
});

/** The person who used a command, by its answer. */
const interactionCaller = z
  .object({ interaction_metadata: z.object({ user: z.object({ id: z.string() }) }) })
  .transform((answer) => answer.interaction_metadata.user.id);

/** A whole bot with the real library, between a shop and the stand-in of Discord. */
export class LiveBot {
  readonly shop = new ShopServer();
  readonly logLines: string[] = [];
  private app: BotApp | undefined;
  private running: Promise<void> = Promise.resolve();
  private connectCount = 0;
  private standIns: RunningStandIns | undefined;
  private folder = '';
  private shopUrl = '';
  private cooldownShiftMs = 0;
  private readonly clock = new HastenedClock();
  private isClosed = false;

  /** @param pollMs how often a channel polls without a job; as in production unless given */
  constructor(
    private readonly pollMs?: number,
    private readonly timing: Pick<BotOptions, 'leaseTiming' | 'stepTimeoutMs'> = {},
  ) {}

  /** Starts shop and Discord, not yet the bot. */
  async open(): Promise<void> {
    this.folder = await mkdtemp(join(tmpdir(), 'pax-bot-'));
    const settings = {
      port: 0,
      publicUrl: PUBLIC_URL,
      dataDir: this.folder,
      stripe: { secretKey: 'sk_test_spec', webhookSecret: 'whsec_spec' },
      paypal: { clientSecret: 'unused' },
      discord: { botToken: BOT_TOKEN, clientId: discordWorld.applicationId, clientSecret: 'spec' },
    };
    this.standIns = await startStandIns({ ...settings, standIns: [openDiscord(settings)] });
    const { url } = this.standIns;
    const atAnswer = (token: string, init: RequestInit = {}): Promise<Response> =>
      fetch(`${url}/discord/api/v10/webhooks/${discordWorld.applicationId}/${token}/messages/@original`, {
        ...init,
        headers: { 'content-type': 'application/json', 'user-agent': discordUserAgent(PUBLIC_URL) },
      });
    this.shop.staff.writePrivately = (token, content) =>
      void atAnswer(token, { method: 'PATCH', body: JSON.stringify({ content }) });
    this.shop.rules.findInteractionCaller = async (token) =>
      token === '' ? undefined : interactionCaller.safeParse(await (await atAnswer(token)).json()).data;
    this.shopUrl = await this.shop.start();
    // A hook that took too long was given up, and what it opens now nobody else would close.
    if (this.isClosed) await this.release();
  }

  /** For good: no bot starts after it. */
  async close(): Promise<void> {
    this.isClosed = true;
    await this.stop();
    await this.release();
  }

  /** Starts a bot and waits until it is connected. */
  async start(overrides: Record<string, string> = {}): Promise<void> {
    this.startWithoutWaiting(overrides);
    const before = this.connectCount;
    await waitUntil(() => this.connectCount > before, 'the bot is connected');
  }

  /** The environment of a bot of this shop and Discord. */
  environment(overrides: Record<string, string> = {}): Record<string, string> {
    return {
      DISCORD_API_URL: `${this.base}/api`,
      BACKEND_URL: this.shopUrl,
      PUBLIC_URL: PUBLIC_URL,
      BOT_API_TOKEN: TOKEN,
      BOT_INSTANCE_ID: 'bot-of-this-spec',
      DISCORD_TOKEN: BOT_TOKEN,
      DISCORD_CLIENT_ID: discordWorld.applicationId,
      DISCORD_GUILD_ID: discordWorld.guildId,
      DISCORD_CHANNEL_ORDERS: discordWorld.channels.orders,
      DISCORD_CHANNEL_HISTORY: discordWorld.channels.history,
      DISCORD_CHANNEL_STOCK: discordWorld.channels.stock,
      DISCORD_CHANNEL_ERROR: discordWorld.channels.error,
      // No Redis listens there; the bot polls without jobs, which is all these specs need.
      REDIS_URL: 'redis://127.0.0.1:9',
      ...overrides,
    };
  }

  /** Starts a bot and does not wait. @throws Error while one runs, and once closed */
  startWithoutWaiting(overrides: Record<string, string> = {}): void {
    if (this.isClosed) throw new Error('closed: a bot would outlive its spec');
    if (this.app) throw new Error('a bot of it runs already');
    const settings = readSettings(this.environment(overrides));
    this.logLines.length = 0;
    const logger = createLogger({ level: 'debug', write: (line) => void this.logLines.push(line) });
    const cooldowns = new Cooldowns(() => performance.now() + this.cooldownShiftMs);
    const onConnected = () => void (this.connectCount += 1);
    const { pollMs, clock } = this;
    this.app = new BotApp(settings, logger, {
      ...this.timing,
      onConnected,
      pollMs,
      cooldowns,
      now: clock.now,
    });
    this.running = this.app.run();
  }

  async stop(): Promise<void> {
    this.app?.stop();
    this.app = undefined;
    await this.running;
    this.shop.leaseHolder = undefined;
  }

  get faults(): RunningStandIns['faults'] {
    if (!this.standIns) throw new Error('not open');
    return this.standIns.faults;
  }

  /** Lets the clocks of Discord, the shop and the bot's own waits run so many times as fast from now on. */
  async speedUpClocks(factor: number): Promise<void> {
    await this.performAction('hasten', { factor });
    this.clock.hasten(factor);
    this.shop.now = this.clock.now;
  }

  /** Lets so long pass in a moment, ms; while no bot runs, whose connection would not outlive it. */
  async passTime(ms: number): Promise<void> {
    if (this.app) throw new Error('a bot runs');
    const since = this.clock.now();
    await this.speedUpClocks(MAX_CLOCK_FACTOR);
    await waitUntil(() => this.clock.now() - since >= ms, 'the time has passed');
    await this.speedUpClocks(1);
  }

  /** How often a bot has connected. */
  get connectionCount(): number {
    return this.connectCount;
  }

  /** The bot's last report. */
  get lastReport() {
    return this.shop.leaseRequests.at(-1)?.report;
  }

  /** Ends every cooldown of people. */
  endCooldowns(): void {
    this.cooldownShiftMs += 60_000;
  }

  /** Acts of the bot at the gateway since the stand-in's start. */
  async readGatewayTraffic(): Promise<z.output<typeof traffic>> {
    return traffic.parse(await this.performAction('gateway', {}));
  }

  /** Sends a gateway event as it is. */
  async dispatch(type: string, data: unknown): Promise<void> {
    await this.performAction('dispatch', { type, data });
  }

  /** Performs an action of a person or of Discord on the stand-in. */
  async performAction(action: string, body: object): Promise<unknown> {
    const answer = await fetch(`${this.base}/actions/${action}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    const result: unknown = await answer.json();
    if (!answer.ok) throw new Error(`${action}: ${answer.status} ${JSON.stringify(result)}`);
    return result;
  }

  /** A member runs a command, of which Discord leaves parts out. @returns what they see */
  async command(
    name: string,
    {
      user = 'coalheart',
      without = [],
      options = {},
      channel,
    }: InteractionPlace & { without?: string[]; options?: Record<string, string | number> } = {},
  ): Promise<Outcome> {
    return outcome.parse(await this.performAction('command', { user, channel, name, without, options }));
  }

  /** A member presses a button of a message that they see. @returns what they see then */
  async press(message: string, customId: string, place: InteractionPlace = {}): Promise<Outcome> {
    return outcome.parse(
      await this.performAction('button', { user: 'coalheart', ...place, message, customId }),
    );
  }

  /** A member chooses from a list of a message that they see. @returns what they see then */
  async choose(
    message: string,
    customId: string,
    values: string[],
    place: InteractionPlace = {},
  ): Promise<Outcome> {
    const body = { user: 'coalheart', ...place, message, customId, values };
    return outcome.parse(await this.performAction('select', body));
  }

  /** A member fills in the window that an interaction opened. @returns what they see then */
  async fill(
    interaction: string,
    values: Record<string, string | string[]>,
    user = 'coalheart',
    forgedId?: string,
    files: Record<string, { name: string; contentType: string; base64: string }[]> = {},
  ): Promise<Outcome> {
    return outcome.parse(await this.performAction('modal', { user, interaction, values, forgedId, files }));
  }

  /** What is proposed to a member who types an option. */
  async readProposals(name: string, focused: string, text: string, user = 'coalheart'): Promise<Choice[]> {
    const body = { user, name, focused, options: { [focused]: text } };
    return outcome.parse(await this.performAction('autocomplete', body)).choices ?? [];
  }

  /** Waits until the bot's commands are at Discord. */
  waitUntilRegistered(): Promise<void> {
    return this.waitForLogLine('commands registered');
  }

  /** Waits until the log of the present bot has this line. */
  waitForLogLine(line: string): Promise<void> {
    return waitUntil(() => this.logLines.some((one) => one.includes(line)), `log: ${line}`);
  }

  /** The messages of a channel, as text. */
  readMessages(channel: Channel): Promise<string> {
    return this.readMessagesById(discordWorld.channels[channel]);
  }

  /** All messages of a channel, newest first, as text. */
  async readWholeChannel(channel: Channel): Promise<string> {
    const id = discordWorld.channels[channel];
    const pages: string[] = [];
    for (let query = '?limit=100'; ;) {
      const page = await this.readMessagesById(id, query);
      pages.push(page);
      const ids = shownMessage.array().parse(JSON.parse(page));
      if (ids.length < 100) return pages.join('\n');
      query = `?limit=100&before=${ids.at(-1)?.id ?? ''}`;
    }
  }

  /** The messages of a channel by its id, as text. */
  async readMessagesById(channelId: string, query = ''): Promise<string> {
    const url = `${this.base}/api/v10/channels/${channelId}/messages${query}`;
    return (await fetch(url, { headers: { authorization: `Bot ${BOT_TOKEN}` } })).text();
  }

  /** A call with the bot's own token, as another program of its owner might make it. */
  async callAsBot(method: string, path: string, sent?: object): Promise<string> {
    const headers = {
      authorization: `Bot ${BOT_TOKEN}`,
      'user-agent': 'DiscordBot (https://example.test, 1)',
      ...(sent === undefined ? {} : { 'content-type': 'application/json' }),
    };
    const body = sent === undefined ? {} : { body: JSON.stringify(sent) };
    const answer = await fetch(`${this.base}/api/v10${path}`, { method, headers, ...body });
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status}`);
    return answer.text();
  }

  /** The calls that the stand-in answered. */
  async discordCalls(): Promise<z.output<typeof callLog>['calls']> {
    return callLog.parse(await (await fetch(`${this.base}/log`)).json()).calls;
  }

  private async release(): Promise<void> {
    await Promise.all([this.shop.stop(), this.standIns?.close()]);
    this.standIns = undefined;
    await rm(this.folder, { recursive: true, force: true });
  }

  private get base(): string {
    if (!this.standIns) throw new Error('not open');
    return `${this.standIns.url}/discord`;
  }
}
