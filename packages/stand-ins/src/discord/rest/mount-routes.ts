import type { FastifyInstance } from 'fastify';
import type { DiscordContext } from '../core/context.js';
import { DiscordError, discordErrors } from '../core/errors.js';
import { type Endpoint, answerCall } from './answer-call.js';

/** Mounts Discord's file host, which serves a file by its address without authentication. */
export function mountFileHost(app: FastifyInstance, { hub }: DiscordContext): void {
  app.get<{ Params: { channel: string; id: string; name: string } }>(
    '/cdn/ephemeral-attachments/:channel/:id/:name',
    ({ params }, reply) => {
      const file = hub.files.findFile(params.id, params.name);
      if (!file) return reply.code(404).type('text/plain').send('This content is no longer available.');
      return reply.type(file.contentType).send(file.bytes);
    },
  );
}

/**
 * Mounts all endpoints below `/api/v10`, with Discord's forms of errors for unknown addresses and unreadable bodies.
 */
export async function mountRestRoutes(
  app: FastifyInstance,
  context: DiscordContext,
  endpoints: readonly Endpoint[],
): Promise<void> {
  await app.register(
    async (scope) => {
      scope.setNotFoundHandler((_request, reply) => reply.code(404).send(discordErrors.notFound().toBody()));
      scope.setErrorHandler((error, request, reply) => {
        const refusal = error instanceof DiscordError ? error : unreadableBodyError(error);
        if (!refusal) {
          request.log.error(error);
          return reply.code(500).send({ message: '500: Internal Server Error', code: 0 });
        }
        return reply.code(refusal.status).send(refusal.toBody());
      });
      for (const endpoint of endpoints)
        scope.route({
          method: endpoint.method,
          url: endpoint.path,
          handler: (request, reply) => answerCall(context, endpoint, request, reply),
        });
    },
    { prefix: '/api/v10' },
  );
}

/** Returns the error for an unreadable body, which is the caller's fault; undefined for all other errors. */
function unreadableBodyError(error: unknown): DiscordError | undefined {
  const status =
    typeof error === 'object' && error !== null && 'statusCode' in error ? error.statusCode : undefined;
  return status === 400 || status === 413 || status === 415 ? discordErrors.invalidJson() : undefined;
}
