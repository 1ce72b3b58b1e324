import { setMaxListeners } from 'node:events';
import { CHANNELS, type Channel, type ChannelIds, type LastingMessageKey } from '@pax/contracts';
import type { REST } from 'discord.js';
import { EditSender } from './edit-sender.js';
import { PostSender, type ChannelDeps } from './post-sender.js';
import { PollLoop, NOTHING_TO_DO, retryAfter, WORKED, type PollResult } from './poll-loop.js';
import type { ShopClient, ServerClock } from '../shop-client.js';
import type { Circuit } from '../discord/circuit.js';
import { ChannelMessages } from '../discord/channel-messages.js';
import type { Logger } from '../logger.js';
import type { ChannelCircuits, LastingCircuits } from './circuit-breakers.js';
import { pause } from '../timing.js';
import { DirectMessageSender } from './direct-message-sender.js';
import { createLastingSenders, type LastingSettings } from './lasting-messages.js';
import type { Alerts, BotErrors } from './alerts.js';
import { ThreadMessageSender } from './thread-message-sender.js';
import { TicketThreads } from './ticket-threads.js';
import { PostQueueWorkers } from './post-queue-workers.js';
import type { LeaseView } from './lease.js';

/**
 * Serial loop of one channel: alternates posts and edits until there are none, then waits for a wake-up. Makes only
 * edits where the channel is not set up.
 */
export class ChannelPoster extends PollLoop {
  private readonly posts: PostSender;
  private readonly edits: EditSender;
  private readonly isUnset: boolean;

  constructor(deps: ChannelDeps, pollMs?: number) {
    super({ name: deps.channel, lease: deps.lease, logger: deps.logger }, pollMs);
    this.posts = new PostSender(deps);
    this.edits = new EditSender(deps);
    this.isUnset = deps.isUnset === true;
  }

  protected async poll(signal: AbortSignal): Promise<PollResult> {
    return combineResults(
      this.isUnset ? NOTHING_TO_DO : await this.posts.sendNextBatch(signal),
      this.isDraining ? WORKED : await this.edits.sendNextEdit(signal),
    );
  }
}

function combineResults(posts: PollResult, edits: PollResult): PollResult {
  if (posts.worked || edits.worked) return WORKED;
  return retryAfter(Math.min(posts.waitMs, edits.waitMs));
}

export interface PostingLoopsDeps {
  rest: REST;
  shop: Pick<ShopClient, 'call'>;
  /** Called when Discord rejects the token. */
  onUnauthorized: (reason: string) => void;
  /** Called for a person who accepts no direct messages. */
  onMessagesClosed?: (discordId: string) => void;
  /** Base address of the shop's website. */
  publicUrl: string;
  lease: LeaseView;
  clock: ServerClock;
  logger: Logger;
  botUserId: string;
  channelIds: ChannelIds;
  circuits: Record<Channel, ChannelCircuits>;
  errors: BotErrors;
  staffPing: string | undefined;
  /** Settings of the pinned messages. */
  lasting?: {
    circuits: Record<LastingMessageKey, LastingCircuits>;
    settings: LastingSettings;
    checkIntervalMs?: number;
  };
  /** Circuit breaker and alerts for opening the threads of tickets. */
  threads?: { circuit: Circuit; alerts: Pick<Alerts, 'raiseAlert'> };
  /** Further loops, which run only with certain settings. */
  extraLoops?: readonly PollLoop[];
  queueUrl: string;
  /** Interval at which a channel asks for posts without a job, ms; default: the poster's interval. */
  pollMs?: number;
  /** Clock for the waits that Discord demands, ms; default: the process's clock. */
  now?: () => number;
}

/** Time allowed for messages that are being sent when the bot stops, ms. */
const DRAIN_TIMEOUT_MS = 2_500;

/** Loops and queue workers of all channels and of direct messages, which run during one lease. */
export class PostingLoops {
  private readonly posters: ReadonlyMap<Channel, ChannelPoster>;
  private readonly loops: readonly PollLoop[];
  private readonly ticketLoops: readonly PollLoop[];
  private readonly postQueueWorkers: PostQueueWorkers;
  private readonly stop = new AbortController();
  private running: Promise<unknown> = Promise.resolve();

  constructor(private readonly deps: PostingLoopsDeps) {
    this.posters = new Map(
      CHANNELS.map((channel) => [channel, this.createPoster(channel, deps.channelIds[channel])]),
    );
    this.ticketLoops = this.createTicketLoops();
    this.loops = [
      ...this.posters.values(),
      new DirectMessageSender(deps, deps.pollMs),
      ...this.createLastingSenders(),
      ...this.ticketLoops,
      ...(deps.extraLoops ?? []),
    ];
    // Each loop adds a listener, and Node warns of a leak at more than ten listeners.
    setMaxListeners(this.loops.length * 4, this.stop.signal);
    this.postQueueWorkers = new PostQueueWorkers({
      queueUrl: deps.queueUrl,
      logger: deps.logger,
      onWake: (channel) => {
        this.posters.get(channel)?.wakeLoop();
        if (channel === 'tickets') for (const loop of this.ticketLoops) loop.wakeLoop();
      },
    });
  }

  /** Starts all loops; each asks for work at once. */
  start(): void {
    this.postQueueWorkers.start();
    this.running = Promise.all(this.loops.map((loop) => loop.run(this.stop.signal, this.deps.errors)));
  }

  /** Stops at once, since nothing may be sent without the lease. */
  async abort(): Promise<void> {
    this.stop.abort();
    await Promise.all([this.running, this.postQueueWorkers.close()]);
  }

  /** Stops after the messages that are being sent have been sent and reported. */
  async drain(): Promise<void> {
    for (const loop of this.loops) loop.drainLoop();
    await Promise.race([this.running, pause(DRAIN_TIMEOUT_MS)]);
    await this.abort();
  }

  private createLastingSenders(): PollLoop[] {
    const { lasting, rest, shop, lease, clock, logger, botUserId, pollMs, now } = this.deps;
    if (!lasting) return [];
    const shared = { rest, shop, lease, clock, logger, botUserId, pollMs, now };
    const { settings, circuits: lastingCircuits, checkIntervalMs } = lasting;
    return createLastingSenders(settings, { ...shared, lastingCircuits, checkIntervalMs });
  }

  private createTicketLoops(): PollLoop[] {
    const { threads, rest, shop, channelIds, lease, logger, onUnauthorized, pollMs, now } = this.deps;
    if (!threads) return [];
    const { circuit, alerts } = threads;
    const channelId = channelIds.tickets;
    const deps = { rest, shop, channelId, circuit, alerts, lease, logger, onUnauthorized, now };
    return [new TicketThreads(deps, pollMs), new ThreadMessageSender(this.deps, pollMs)];
  }

  private createPoster(channel: Channel, channelId: string | undefined): ChannelPoster {
    const { rest, circuits, pollMs, ...deps } = this.deps;
    const { shop, lease, clock, logger, botUserId, staffPing, now } = deps;
    const messages = new ChannelMessages(rest, channelId ?? '');
    const own = { channel, messages, isUnset: channelId === undefined, circuits: circuits[channel], now };
    return new ChannelPoster({ ...own, shop, lease, clock, logger, botUserId, staffPing }, pollMs);
  }
}
