import type { FastifyInstance } from 'fastify';
import type { Socket } from 'node:net';

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
 * Ends connections without a request when the server closes, whoever closes it: browsers open them ahead, and Node waits
 * for what they may ask.
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
