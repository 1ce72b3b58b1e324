import type { FastifyInstance } from 'fastify';

/**
 * Once the backend takes no new connections, every answer ends its own: a browser or proxy that keeps lines open
 * would otherwise hold up the end after its last call was answered (OWN-236).
 */
export function endConnectionsWhileClosing(fastify: FastifyInstance): void {
  fastify.addHook('onSend', (_request, reply, _payload, done) => {
    if (!fastify.server.listening) void reply.header('connection', 'close');
    done();
  });
}
