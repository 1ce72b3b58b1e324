import type { FastifyInstance } from 'fastify';

/**
 * Sends `connection: close` while the backend shuts down, because keep-alive connections of browsers and proxies would
 * delay its end (OWN-236).
 */
export function endConnectionsWhileClosing(fastify: FastifyInstance): void {
  fastify.addHook('onSend', (_request, reply, _payload, done) => {
    if (!fastify.server.listening) void reply.header('connection', 'close');
    done();
  });
}
