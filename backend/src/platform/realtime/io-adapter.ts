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
 * A request that ignores an offer of any protocol but Socket.IO's, as HTTP demands for unknown protocols. Node reads
 * `upgrade` once it has parsed the head, and would otherwise hand over the connection for any offer.
 */
export class ShopRequest extends IncomingMessage {
  /** The parser's finding. It is only declared, since the base class writes it before fields are initialised. */
  declare private offered: boolean | null;

  get upgrade(): boolean {
    return this.offered === true && (this.method === 'CONNECT' || isWebSocketUpgrade(this));
  }

  set upgrade(offered: boolean | null) {
    this.offered = offered;
  }

  /** Tells whether the request offers a protocol that is ignored. */
  get hasIgnoredOffer(): boolean {
    return this.offered === true && !this.upgrade;
  }
}

/**
 * Ends the connection of an ignored offer with its answer, because Node drops what follows such a request in the same
 * packet. Call it after Socket.IO has registered its listener.
 */
export function endIgnoredOffers(server: EventEmitter): void {
  server.prependListener('request', (request: IncomingMessage, response: ServerResponse) => {
    if (request instanceof ShopRequest && request.hasIgnoredOffer) response.setHeader('connection', 'close');
  });
}

/** Tells whether a request asks for a WebSocket of Socket.IO. */
export function isWebSocketUpgrade({ url = '', headers }: IncomingMessage): boolean {
  return url.startsWith(SOCKETS) && headers.upgrade?.toLowerCase() === 'websocket';
}

/** Larger than any message of the shop's pages. */
const MAX_MESSAGE_BYTES = 16 * 1024;
/** A connection that has not joined the namespace by then is closed, ms. */
const CONNECT_MS = 10_000;

/** Time limit of a publication, ms. */
const PUBLISH_MS = 1_000;
const MAX_RETRY_MS = 2_000;

/** Handles rejections of all commands, since the socket library does not and they would end the process. */
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
 * Publishes while Redis is available and drops messages while it is not, so that none pile up in memory or arrive late.
 * The next `head` makes clients resume.
 */
function createPublisher(url: string): Redis {
  return new BestEffortRedis(url, {
    enableOfflineQueue: false,
    maxRetriesPerRequest: 0,
    commandTimeout: PUBLISH_MS,
  });
}

/** Subscribes; reconnects without limit and subscribes again. */
function createSubscriber(url: string): Redis {
  return new BestEffortRedis(url, { maxRetriesPerRequest: null });
}

/**
 * Socket.IO on the shop's only port. Checks the origin, because CORS does not cover WebSockets; with Redis, emits reach
 * the sockets of all processes.
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
    // The base class accepts partial options, though its type demands all of them.
    const server: Server = super.createIOServer(port, Object.assign({}, options, own));
    server.engine.on('connection', (connection) => quota.track(connection));
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
    // Pub/sub ignores Redis database numbers, so the key keeps shops on one Redis apart.
    return createAdapter(publisher, subscriber, { key: `${QUEUE_PREFIX}-sockets${new URL(url).pathname}` });
  }
}

/**
 * Cuts WebSockets that flood, whatever they send and in whatever state: an orderly close would go on reading until the
 * peer agrees.
 */
function destroyFloodingSockets(server: EventEmitter): void {
  server.on('upgrade', (request: IncomingMessage, socket: Duplex) => {
    if (!isWebSocketUpgrade(request)) return;
    const bytes = new SendRate(MAX_BYTES);
    socket.on('data', (chunk: Buffer) => {
      if (!bytes.allows(performance.now(), chunk.length)) socket.destroy();
    });
  });
}
