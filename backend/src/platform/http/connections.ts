import type { EventEmitter } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';

/** Calls of one connection that wait for the answer before theirs; browsers send none ahead. */
const MAX_AHEAD = 32;

interface Call {
  request: IncomingMessage;
  response: ServerResponse;
}

/**
 * Answers one call of a connection at a time, where Node begins all that a packet holds, and ends a connection that
 * sends too many ahead. Call it after all others have registered their listeners.
 */
export function answerInOrder(server: EventEmitter): void {
  const listeners = server.listeners('request');
  /** Calls that wait, of each connection with one that is being answered. */
  const ahead = new WeakMap<Socket, Call[]>();
  const begin = (socket: Socket, { request, response }: Call): void => {
    response.once('close', () => beginNext(socket));
    for (const listener of listeners) listener.call(server, request, response);
  };
  const beginNext = (socket: Socket): void => {
    // A connection that ends carries no further answer, so its calls must not happen.
    const next = socket.writable ? ahead.get(socket)?.shift() : undefined;
    if (next) begin(socket, next);
    else ahead.delete(socket);
  };
  server.removeAllListeners('request');
  server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    const { socket } = request;
    if (!socket.writable) return;
    const waiting = ahead.get(socket);
    if (!waiting) {
      ahead.set(socket, []);
      begin(socket, { request, response });
    } else if (waiting.length < MAX_AHEAD) waiting.push({ request, response });
    else socket.destroy();
  });
}

/**
 * Sends `connection: close` while the backend shuts down, because keep-alive connections of browsers and proxies would
 * delay its end.
 */
export function endConnectionsWhileClosing(fastify: FastifyInstance): void {
  fastify.addHook('onSend', (_request, reply, _payload, done) => {
    if (!fastify.server.listening) void reply.header('connection', 'close');
    done();
  });
}

/**
 * Ends connections without a request when the server closes, whoever closes it: browsers open them in
 * advance, and Node would wait for their requests.
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
/** How long what waits to be sent may stand, ms, besides the time that its size takes. */
const GRACE_MS = 60_000;
/** Bytes a second at which it is taken; a poor mobile line takes more. */
const BYTES_PER_SECOND = 16 * 1024;

interface Backlog {
  /** When it has to be taken, ms of the monotonic clock. */
  readonly until: number;
  /** Bytes of the connection that are taken by then. */
  readonly goal: number;
}

/** Closes connections that read their responses too slowly, since unsent data is held in memory. */
export function endSlowReaders({ server }: Pick<FastifyInstance, 'server'>): void {
  const backlogs = new Map<Socket, Backlog | undefined>();
  server.on('connection', (socket: Socket) => {
    backlogs.set(socket, undefined);
    socket.once('close', () => backlogs.delete(socket));
  });
  const look = setInterval(() => {
    const now = performance.now();
    for (const [socket, backlog] of backlogs) {
      // `bytesWritten` includes the bytes that wait.
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
