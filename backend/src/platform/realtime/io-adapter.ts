import type { EventEmitter } from 'node:events';
import { IncomingMessage, type ServerResponse } from 'node:http';
import type { INestApplicationContext } from '@nestjs/common';
import { IoAdapter } from '@nestjs/platform-socket.io';
import { QUEUE_PREFIX } from '@pax/contracts';
import { createAdapter } from '@socket.io/redis-adapter';
import type { Server, ServerOptions } from 'socket.io';
import type { Duplex } from 'node:stream';
import { Redis, type RedisOptions } from 'ioredis';
import { answerInOrder } from '../http/connections.js';
import type { Settings } from '../../settings.js';
import { SocketLimits, SocketQuota, MAX_BYTES, SendRate } from './socket-quota.js';

const SOCKETS = '/socket.io/';

/**
 * A request that ignores upgrade offers of any protocol but Socket.IO's, as HTTP demands for unknown protocols.
 * Node would otherwise hand over the connection for any offer.
 */
export class ShopRequest extends IncomingMessage {
  /**
   * True when the client offered a protocol, as the parser sets it. Only declared, because the parser writes it
   * before fields are initialised.
   */
  declare private offered: boolean | null;

  get upgrade(): boolean {
    return this.offered === true && (this.method === 'CONNECT' || isWebSocketUpgrade(this));
  }

  set upgrade(offered: boolean | null) {
    this.offered = offered;
  }

  /** Tells whether the client offered a protocol that the server ignores. */
  get hasIgnoredOffer(): boolean {
    return this.offered === true && !this.upgrade;
  }
}

/**
 * Closes the connection after answering a request whose offer was ignored, because Node drops what follows in the
 * same packet. Call after Socket.IO has registered its listener.
 */
export function endIgnoredOffers(server: EventEmitter): void {
  server.prependListener('request', (request: IncomingMessage, response: ServerResponse) => {
    if (request instanceof ShopRequest && request.hasIgnoredOffer) response.setHeader('connection', 'close');
  });
}

/** Tells whether a request asks to upgrade to Socket.IO's WebSocket. */
export function isWebSocketUpgrade({ url = '', headers }: IncomingMessage): boolean {
  return url.startsWith(SOCKETS) && headers.upgrade?.toLowerCase() === 'websocket';
}

/** Limit of a socket message, bytes; larger than any that the shop's pages send. */
const MAX_MESSAGE_BYTES = 16 * 1024;
/** Time within which a connection has to join the Socket.IO namespace, ms. */
const CONNECT_MS = 10_000;

/** Time limit for publishing a message to Redis, ms. */
const PUBLISH_MS = 1_000;
const MAX_RETRY_MS = 2_000;

/**
 * A Redis client that ignores failed commands, because the socket library does not handle them and they would end
 * the process.
 */
class BestEffortRedis extends Redis {
  constructor(url: string, options: RedisOptions) {
    super(url, { ...options, retryStrategy: (times) => Math.min(times * 200, MAX_RETRY_MS) });
    this.on('error', () => undefined);
  }

  override sendCommand(...[command, stream]: Parameters<Redis['sendCommand']>): unknown {
    command.promise.catch(() => undefined);
    return super.sendCommand(command, stream);
  }
}

/**
 * Creates the client that publishes socket messages to Redis. Messages are dropped while Redis is unavailable, so
 * that none pile up or arrive late; clients resume at the next `head`.
 */
function createPublisher(url: string): Redis {
  return new BestEffortRedis(url, {
    enableOfflineQueue: false,
    maxRetriesPerRequest: 0,
    commandTimeout: PUBLISH_MS,
  });
}

/**
 * Creates the client that receives socket messages from Redis; it reconnects and subscribes again without limit.
 */
function createSubscriber(url: string): Redis {
  return new BestEffortRedis(url, { maxRetriesPerRequest: null });
}

/**
 * Runs Socket.IO on the shop's only port. Checks the origin, because CORS does not cover WebSockets. With Redis,
 * messages reach the sockets of all processes.
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
          void quota.canConnect(request).then((isAdmitted) => decide(null, isAdmitted));
        else decide(null, false);
      },
    };
    // Copies the options, because the base class accepts partial ones but its type demands all.
    const server: Server = super.createIOServer(port, Object.assign({}, options, own));
    server.engine.on('connection', (connection) => quota.trackConnection(connection));
    endIgnoredOffers(server.httpServer);
    destroyFloodingSockets(server.httpServer);
    answerInOrder(server.httpServer);
    if (redisUrl) server.adapter(this.createRedisAdapter(redisUrl));
    return server;
  }

  override async close(server: Server): Promise<void> {
    await super.close(server);
    for (const client of this.clients.splice(0)) client.disconnect();
  }

  private createRedisAdapter(url: string) {
    const publisher = createPublisher(url);
    const subscriber = createSubscriber(url);
    this.clients.push(publisher, subscriber);
    // Separates shops that share one Redis by the key, because pub/sub ignores Redis database numbers.
    return createAdapter(publisher, subscriber, { key: `${QUEUE_PREFIX}-sockets${new URL(url).pathname}` });
  }
}

/**
 * Destroys WebSockets that send too much, in whatever state, because an orderly close would keep reading until the
 * client agrees.
 */
function destroyFloodingSockets(server: EventEmitter): void {
  server.on('upgrade', (request: IncomingMessage, socket: Duplex) => {
    if (!isWebSocketUpgrade(request)) return;
    const bytes = new SendRate(MAX_BYTES);
    socket.on('data', (chunk: Buffer) => {
      if (!bytes.allowsMore(performance.now(), chunk.length)) socket.destroy();
    });
  });
}
