import { afterEach, beforeEach, jest } from '@jest/globals';
import { discordUserAgent, type Channel, type ChannelIds } from '@pax/contracts';
import { ShopClient, ServerClock } from '../src/shop-client.js';
import { ChannelMessages } from '../src/discord/channel-messages.js';
import { createRest } from '../src/discord/rest.js';
import { createLogger } from '../src/logger.js';
import { createChannelRecord, ChannelCircuits } from '../src/posting/circuit-breakers.js';
import { Alerts, BotErrors } from '../src/posting/alerts.js';
import { DirectMessageSender } from '../src/posting/direct-message-sender.js';
import { ChannelPoster, PostingLoops } from '../src/posting/posting-loops.js';
import { BOT_USER, FakeDiscord } from './fake-discord.js';
import { ShopServer, TOKEN } from './fake-shop-server.js';
import { waitUntil } from './wait-until.js';

export const CHANNEL_IDS: Record<Channel, string> = {
  orders: '1184303412795904081',
  history: '1184303447319232593',
  stock: '1184303480596840538',
  error: '1184303513069953115',
  tickets: '1184303546217549906',
  purchases: '1184303581105729538',
  restocks: '1184303614077144087',
};

/** Interval of a single poster's polls, ms. */
const POLL_MS = 50;
const AGENT = discordUserAgent('https://shop.example');

/** Posting of bots between a fake shop and a fake Discord over HTTP; each started poster is a new bot. */
export class PostingRig {
  readonly shop = new ShopServer();
  readonly discord = new FakeDiscord();
  readonly logLines: string[] = [];
  readonly unauthorizedReasons: string[] = [];
  confirmCount = 0;
  /** The clock of posters' waits; the real one unless set. */
  now?: () => number;
  /** True while the bots hold their lease. */
  isLeaseHeld = true;
  private readonly running: { stop: AbortController; done: Promise<void> }[] = [];
  private shopUrl = '';
  private discordUrl = '';

  async start(): Promise<void> {
    this.shopUrl = await this.shop.start();
    this.discordUrl = await this.discord.start();
  }

  async stop(): Promise<void> {
    await this.crash();
    await Promise.all([this.shop.stop(), this.discord.stop()]);
  }

  /** Starts a new bot for one channel. */
  startPoster(channel: Channel, staffPing?: string, channelId = CHANNEL_IDS[channel]): ChannelPoster {
    const { rest, createCircuits, errors, ...deps } = this.createDeps();
    const messages = new ChannelMessages(rest, channelId);
    const poster = new ChannelPoster(
      { ...deps, channel, staffPing, messages, circuits: createCircuits(channel), now: this.now },
      POLL_MS,
    );
    this.runUntilCrash((signal) => poster.run(signal, errors));
    return poster;
  }

  /** Starts a new bot for direct messages only. */
  startDirectMessageSender(): DirectMessageSender {
    const { createCircuits: _createCircuits, errors, ...deps } = this.createDeps();
    const sender = new DirectMessageSender(deps, POLL_MS);
    this.runUntilCrash((signal) => sender.run(signal, errors));
    return sender;
  }

  /** Starts a new bot for all channels with a queue, polling every `pollMs` ms. */
  startPosting(queueUrl: string, pollMs: number, channelIds: ChannelIds = CHANNEL_IDS): void {
    const { createCircuits, ...deps } = this.createDeps();
    const posting = new PostingLoops({
      ...deps,
      queueUrl,
      pollMs,
      channelIds,
      staffPing: undefined,
      circuits: createChannelRecord(createCircuits),
    });
    posting.start();
    this.runUntilCrash(async (signal) => {
      await new Promise((resolve) => signal.addEventListener('abort', resolve));
      await posting.abort();
    });
  }

  /** Ends every running bot in the middle of its work. */
  async crash(): Promise<void> {
    for (const { stop } of this.running) stop.abort();
    await Promise.all(this.running.splice(0).map(({ done }) => done));
  }

  private runUntilCrash(run: (signal: AbortSignal) => Promise<void>): void {
    const stop = new AbortController();
    this.running.push({ stop, done: run(stop.signal) });
  }

  /** Creates the dependencies of a bot. */
  private createDeps() {
    const clock = new ServerClock();
    const logger = createLogger({ level: 'debug', write: (line) => void this.logLines.push(line) });
    const shop = new ShopClient({ url: this.shopUrl, token: TOKEN, clock });
    const onUnauthorized = (reason: string) => void this.unauthorizedReasons.push(reason);
    const alerts = new Alerts(shop, logger);
    const lease = {
      fence: this.shop.fence,
      isHeld: () => this.isLeaseHeld,
      confirmLease: async () => {
        this.confirmCount += 1;
      },
    };
    return {
      rest: createRest(this.discordUrl, 'token', AGENT),
      createCircuits: (channel: Channel) => new ChannelCircuits({ channel, alerts, logger, onUnauthorized }),
      errors: new BotErrors(alerts),
      botUserId: BOT_USER,
      shop,
      publicUrl: 'https://shop.example',
      onUnauthorized,
      clock,
      logger,
      lease,
    };
  }
}

/**
 * Adds hooks to a `describe` that start a rig for each test.
 * @param opened receives the started rig
 * @returns a function that waits until the shop has recorded all posts as sent
 */
export function withPostingRig(opened: (rig: PostingRig) => void): () => Promise<void> {
  // A deadline for slow machines only, since the specs wait for conditions.
  jest.setTimeout(60_000);
  let rig: PostingRig;
  beforeEach(async () => {
    rig = new PostingRig();
    await rig.start();
    opened(rig);
  });
  afterEach(() => rig.stop());
  return () => waitUntil(() => rig.shop.allSent(), 'all posts sent');
}
