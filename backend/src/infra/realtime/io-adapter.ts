import type { INestApplicationContext } from '@nestjs/common';
import { IoAdapter } from '@nestjs/platform-socket.io';
import { QUEUE_PREFIX } from '@pax/contracts';
import { createAdapter } from '@socket.io/redis-adapter';
import type { Server, ServerOptions } from 'socket.io';
import type { Settings } from '../../settings.js';
import { ignoreOtherUpgrades } from './ignore-upgrades.js';
import { publisherOn, subscriberOn } from './socket-redis.js';
import { SocketLimits } from './socket-limits.js';
import { SocketQuota } from './socket-quota.js';

/** Larger than any message a client of ours sends. */
const MAX_MESSAGE_BYTES = 16 * 1024;
/** A connection that does not ask for the shop's namespace by then is cut, ms. */
const CONNECT_MS = 10_000;

/**
 * Socket.IO on the shop's one port. The origin is checked here because CORS does not cover WebSockets; with Redis,
 * what one process emits reaches the sockets of all.
 */
export class ShopIoAdapter extends IoAdapter {
  private readonly limits: SocketLimits;
  private readonly clients: { disconnect(): void }[] = [];

  constructor(
    app: INestApplicationContext,
    private readonly settings: Settings,
  ) {
    super(app);
    this.limits = app.get(SocketLimits);
  }

  override createIOServer(port: number, options?: ServerOptions): Server {
    const { publicUrl, redisUrl } = this.settings;
    const quota = new SocketQuota(this.settings, this.limits);
    const own: Partial<ServerOptions> = {
      serveClient: false,
      maxHttpBufferSize: MAX_MESSAGE_BYTES,
      connectTimeout: CONNECT_MS,
      allowRequest: (request, decide) => {
        if (request.headers.origin === publicUrl)
          void quota.admits(request).then((isAdmitted) => decide(null, isAdmitted));
        else decide(null, false);
      },
    };
    // The base class takes what Socket.IO takes, though its type asks for every option.
    const server: Server = super.createIOServer(port, Object.assign({}, options, own));
    server.engine.on('connection', (connection) => quota.keep(connection));
    ignoreOtherUpgrades(server.httpServer);
    if (redisUrl) server.adapter(this.adapterOn(redisUrl));
    return server;
  }

  override async close(server: Server): Promise<void> {
    await super.close(server);
    for (const client of this.clients.splice(0)) client.disconnect();
  }

  private adapterOn(url: string) {
    const publisher = publisherOn(url);
    const subscriber = subscriberOn(url);
    this.clients.push(publisher, subscriber);
    // Published messages know no database numbers, unlike everything else that shops sharing a Redis are kept apart by.
    return createAdapter(publisher, subscriber, { key: `${QUEUE_PREFIX}-sockets${new URL(url).pathname}` });
  }
}
