import type { Channel } from '@pax/contracts';
import { BackendHttp } from '../src/core/backend-http.js';
import { Backend } from '../src/core/backend.js';
import { ChannelMessages } from '../src/core/channel-messages.js';
import { Circuit } from '../src/core/circuit.js';
import { createRest } from '../src/core/discord-rest.js';
import { createLogger } from '../src/core/logger.js';
import { ServerClock } from '../src/core/server-clock.js';
import { Alerts } from '../src/services/alerts.js';
import { ChannelHealth } from '../src/services/channel-health.js';
import { ChannelPoster } from '../src/services/channel-poster.js';
import { BOT_USER, DiscordServer } from './discord-server.js';
import { ShopServer, TOKEN } from './shop-server.js';

export const CHANNEL_IDS: Record<Channel, string> = {
  orders: '1184303412795904081',
  history: '1184303447319232593',
  stock: '1184303480596840538',
  error: '1184303513069953115',
  tickets: '1184303546217549906',
};

/** A bot's posting between a shop and a Discord, both real over HTTP; each `poster` is a bot started anew. */
export class PostingRig {
  readonly shop = new ShopServer();
  readonly discord = new DiscordServer();
  readonly logLines: string[] = [];
  readonly unauthorized: string[] = [];
  confirmed = 0;
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

  /** A new bot for one channel, working at once. */
  poster(channel: Channel, staffPing?: string): ChannelPoster {
    const clock = new ServerClock();
    const logger = createLogger({ level: 'debug', write: (line) => void this.logLines.push(line) });
    const backend = new Backend(new BackendHttp({ url: this.shopUrl, token: TOKEN, clock }));
    const onUnauthorized = (reason: string) => void this.unauthorized.push(reason);
    const alerts = new Alerts(backend, logger);
    const { shop } = this;
    const fence = shop.fence;
    const poster = new ChannelPoster(
      {
        channel,
        backend,
        clock,
        logger,
        staffPing,
        botUserId: BOT_USER,
        messages: new ChannelMessages(createRest(this.discordUrl, 'token'), CHANNEL_IDS[channel]),
        health: new ChannelHealth({ channel, alerts, logger, onUnauthorized, circuit: new Circuit() }),
        lease: {
          fence,
          isHeld: () => true,
          confirm: async () => {
            this.confirmed += 1;
          },
        },
      },
      50,
    );
    const stop = new AbortController();
    this.running.push({ stop, done: poster.run(stop.signal) });
    return poster;
  }

  /** Ends every running bot in the middle of whatever it does. */
  async crash(): Promise<void> {
    for (const { stop } of this.running) stop.abort();
    await Promise.all(this.running.splice(0).map(({ done }) => done));
  }
}
