import type { FastifyInstance } from 'fastify';
import type { DiscordContext } from '../core/context.js';

/** Mounts Discord's file host, which serves a file by its address without authentication. */
export function registerFileHost(app: FastifyInstance, { hub }: DiscordContext): void {
  app.get<{ Params: { channel: string; id: string; name: string } }>(
    '/cdn/ephemeral-attachments/:channel/:id/:name',
    ({ params }, reply) => {
      const file = hub.files.find(params.id, params.name);
      if (!file) return reply.code(404).type('text/plain').send('This content is no longer available.');
      return reply.type(file.contentType).send(file.bytes);
    },
  );
}
