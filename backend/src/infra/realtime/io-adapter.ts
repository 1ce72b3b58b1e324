import type { INestApplicationContext } from '@nestjs/common';
import { IoAdapter } from '@nestjs/platform-socket.io';
import { createAdapter } from '@socket.io/redis-adapter';
import { Redis } from 'ioredis';
import type { Server, ServerOptions } from 'socket.io';
import type { Settings } from '../../settings.js';

/** Larger than any message a client of ours sends. */
const MAX_MESSAGE_BYTES = 16 * 1024;

/**
 * Socket.IO on the shop's one port. The origin is checked here because CORS does not cover WebSockets; with Redis,
 * what one process emits reaches the sockets of all.
 */
export class ShopIoAdapter extends IoAdapter {
  private readonly clients: Redis[] = [];

  constructor(
    app: INestApplicationContext,
    private readonly settings: Settings,
  ) {
    super(app);
  }

  override createIOServer(port: number, options?: ServerOptions): Server {
    const { publicUrl, redisUrl } = this.settings;
    const own: Partial<ServerOptions> = {
      serveClient: false,
      maxHttpBufferSize: MAX_MESSAGE_BYTES,
      allowRequest: ({ headers }, decide) => decide(null, headers.origin === publicUrl),
    };
    // The base class takes what Socket.IO takes, though its type asks for every option.
    const server: Server = super.createIOServer(port, Object.assign({}, options, own));
    if (redisUrl) server.adapter(createAdapter(this.connect(redisUrl), this.connect(redisUrl)));
    return server;
  }

  override async close(server: Server): Promise<void> {
    await super.close(server);
    for (const client of this.clients.splice(0)) client.disconnect();
  }

  /** Waits for Redis instead of failing: what could not be sent is healed by the next `head`. */
  private connect(url: string): Redis {
    const client = new Redis(url, {
      maxRetriesPerRequest: null,
      retryStrategy: (times) => Math.min(times * 200, 2_000),
    });
    client.on('error', () => undefined);
    this.clients.push(client);
    return client;
  }
}
