import type { EventEmitter } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';

/** Limit of requests that one connection may send before their turn; browsers send none ahead. */
const MAX_AHEAD = 32;

interface Call {
  request: IncomingMessage;
  response: ServerResponse;
}

/**
 * Answers the requests of a connection one at a time, where Node would start all at once, and closes a connection
 * that sends too many ahead. Call after all other listeners are registered.
 */
export function answerInOrder(server: EventEmitter): void {
  const listeners = server.listeners('request');
  /** Requests that wait for their turn, by connection that has a request in progress. */
  const ahead = new WeakMap<Socket, Call[]>();
  const beginRequest = (socket: Socket, { request, response }: Call): void => {
    response.once('close', () => beginNextRequest(socket));
    for (const listener of listeners) listener.call(server, request, response);
  };
  const beginNextRequest = (socket: Socket): void => {
    // Drops the waiting requests of a closed connection: they must have no effect, because no answer can reach the
    // client.
    const next = socket.writable ? ahead.get(socket)?.shift() : undefined;
    if (next) beginRequest(socket, next);
    else ahead.delete(socket);
  };
  server.removeAllListeners('request');
  server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    const { socket } = request;
    if (!socket.writable) return;
    const waiting = ahead.get(socket);
    if (!waiting) {
      ahead.set(socket, []);
      beginRequest(socket, { request, response });
    } else if (waiting.length < MAX_AHEAD) waiting.push({ request, response });
    else socket.destroy();
  });
}

/**
 * Sends `connection: close` during the shutdown, because keep-alive connections of browsers and proxies would delay
 * it.
 */
export function endConnectionsWhileClosing(fastify: FastifyInstance): void {
  fastify.addHook('onSend', (_request, reply, _payload, done) => {
    if (!fastify.server.listening) void reply.header('connection', 'close');
    done();
  });
}

/**
 * Closes connections without a request when the server closes. Browsers open connections in advance, and Node would
 * wait for their first request.
 */
export function endUnusedConnections({ server }: FastifyInstance): void {
  const unused = new Set<Socket>();
  server.on('connection', (socket: Socket) => {
    unused.add(socket);
    socket.once('close', () => unused.delete(socket));
  });
  for (const event of ['request', 'upgrade'])
    server.on(event, ({ socket }: { socket: Socket }) => unused.delete(socket));
  const close = server.close.bind(server);
  server.close = (done) => {
    for (const socket of unused) socket.destroy();
    return close(done);
  };
}

const CHECK_MS = 1_000;
/** Time for which unsent data may wait, ms, in addition to the time that its size takes. */
const GRACE_MS = 60_000;
/** Slowest speed at which a client may read, bytes a second; a poor mobile line is faster. */
const BYTES_PER_SECOND = 16 * 1024;

interface Backlog {
  /** Time by which the client has to have read the data, ms of the monotonic clock. */
  readonly until: number;
  /** Total bytes of the connection that the client has to have read by that time. */
  readonly goal: number;
}

/** Closes connections whose clients read responses too slowly, because unsent data takes memory. */
export function endSlowReaders({ server }: Pick<FastifyInstance, 'server'>): void {
  const backlogs = new Map<Socket, Backlog | undefined>();
  server.on('connection', (socket: Socket) => {
    backlogs.set(socket, undefined);
    socket.once('close', () => backlogs.delete(socket));
  });
  const look = setInterval(() => {
    const now = performance.now();
    for (const [socket, backlog] of backlogs) {
      // Subtracts the waiting bytes, which Node includes in `bytesWritten`.
      const { bytesWritten, writableLength: waiting } = socket;
      if (backlog && bytesWritten - waiting < backlog.goal) {
        if (now >= backlog.until) socket.destroy();
        continue;
      }
      const until = now + GRACE_MS + (waiting / BYTES_PER_SECOND) * 1_000;
      backlogs.set(socket, waiting > 0 ? { until, goal: bytesWritten } : undefined);
    }
  }, CHECK_MS);
  look.unref();
  server.once('close', () => clearInterval(look));
}
