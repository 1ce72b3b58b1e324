import { discordUserAgent, type Channel } from '@pax/contracts';
import {
  discordWorld,
  AcceleratedClock,
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
import { ShopServer, TOKEN } from './fake-shop-server.js';
import { waitUntil } from './wait-until.js';

const BOT_TOKEN = 'spec-bot-token';
/** Largest factor of the stand-in's clock: a week passes in less than a second. */
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
/** The acting person, and the channel unless public; `forged`: with a component that the message does not have. */
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

/** Reads the person who used a command from its answer. */
const interactionCaller = z
  .object({ interaction_metadata: z.object({ user: z.object({ id: z.string() }) }) })
  .transform((answer) => answer.interaction_metadata.user.id);

/** A whole bot with the real library, connected to a fake shop and Discord's stand-in. */
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
  private readonly clock = new AcceleratedClock();
  private isClosed = false;

  /** @param pollMs interval of a channel's polls without a job; production's unless given */
  constructor(
    private readonly pollMs?: number,
    private readonly timing: Pick<BotOptions, 'leaseTiming' | 'stepTimeoutMs'> = {},
  ) {}

  /** Starts shop and Discord, but not the bot. */
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
    // Jest abandons a hook that takes too long, so what this hook has opened meanwhile must be closed here.
    if (this.isClosed) await this.release();
  }

  /** Stops everything permanently; no bot can start afterwards. */
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

  /** The environment variables of a bot for this shop and Discord. */
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
      // No Redis listens there; the bot polls without jobs, which suffices for these specs.
      REDIS_URL: 'redis://127.0.0.1:9',
      ...overrides,
    };
  }

  /** Starts a bot without waiting. @throws Error while one runs, or once closed */
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

  /** Runs the clocks of Discord, the shop and the bot's waits faster by this factor from now on. */
  async speedUpClocks(factor: number): Promise<void> {
    await this.performAction('hasten', { factor });
    this.clock.accelerateClock(factor);
    this.shop.now = this.clock.now;
  }

  /** Makes this much time pass at once, ms; only while no bot runs, since its connection would break. */
  async passTime(ms: number): Promise<void> {
    if (this.app) throw new Error('a bot runs');
    const since = this.clock.now();
    await this.speedUpClocks(MAX_CLOCK_FACTOR);
    await waitUntil(() => this.clock.now() - since >= ms, 'the time has passed');
    await this.speedUpClocks(1);
  }

  /** Number of connections of bots so far. */
  get connectionCount(): number {
    return this.connectCount;
  }

  /** The bot's last report. */
  get lastReport() {
    return this.shop.leaseRequests.at(-1)?.report;
  }

  /** Ends all cooldowns of people. */
  endCooldowns(): void {
    this.cooldownShiftMs += 60_000;
  }

  /** Reads counts of the bot's gateway connections since the stand-in's start. */
  async readGatewayTraffic(): Promise<z.output<typeof traffic>> {
    return traffic.parse(await this.performAction('gateway', {}));
  }

  /** Sends a gateway event unchanged. */
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

  /** Runs a command as a member; Discord omits the parts in `without`. @returns what the member sees */
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

  /** Uses a command in the menu of another member, as a member. @returns what the member then sees */
  async useMenu(name: string, target: string, user = 'coalheart'): Promise<Outcome> {
    return outcome.parse(await this.performAction('member-command', { user, name, target }));
  }

  /** Presses a button of a message as a member. @returns what the member then sees */
  async press(message: string, customId: string, place: InteractionPlace = {}): Promise<Outcome> {
    return outcome.parse(
      await this.performAction('button', { user: 'coalheart', ...place, message, customId }),
    );
  }

  /** Chooses from a select menu of a message as a member. @returns what the member then sees */
  async choose(
    message: string,
    customId: string,
    values: string[],
    place: InteractionPlace = {},
  ): Promise<Outcome> {
    const body = { user: 'coalheart', ...place, message, customId, values };
    return outcome.parse(await this.performAction('select', body));
  }

  /** Fills in the window that an interaction opened, as a member. @returns what the member then sees */
  async fill(
    interaction: string,
    values: Record<string, string | string[]>,
    user = 'coalheart',
    forgedId?: string,
    files: Record<string, { name: string; contentType: string; base64: string }[]> = {},
  ): Promise<Outcome> {
    return outcome.parse(await this.performAction('modal', { user, interaction, values, forgedId, files }));
  }

  /** Reads the proposals for a member who types an option. */
  async readProposals(name: string, focused: string, text: string, user = 'coalheart'): Promise<Choice[]> {
    const body = { user, name, focused, options: { [focused]: text } };
    return outcome.parse(await this.performAction('autocomplete', body)).choices ?? [];
  }

  /** Waits until the bot's commands are registered at Discord. */
  waitUntilRegistered(): Promise<void> {
    return this.waitForLogLine('commands registered');
  }

  /** Waits until the present bot's log contains this line. */
  waitForLogLine(line: string): Promise<void> {
    return waitUntil(() => this.logLines.some((one) => one.includes(line)), `log: ${line}`);
  }

  /** Reads the newest messages of a channel, as text. */
  readMessages(channel: Channel): Promise<string> {
    return this.readMessagesById(discordWorld.channels[channel]);
  }

  /** Reads all messages of a channel, newest first, as text. */
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

  /** Reads messages of a channel by its id, as text. */
  async readMessagesById(channelId: string, query = ''): Promise<string> {
    const url = `${this.base}/api/v10/channels/${channelId}/messages${query}`;
    return (await fetch(url, { headers: { authorization: `Bot ${BOT_TOKEN}` } })).text();
  }

  /** Makes a call with the bot's token, as another program of its owner could. */
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

  /** Reads the calls that the stand-in has answered. */
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
