import type { FastifyInstance } from 'fastify';
import type { DiscordContext } from '../core/context.js';
import { DiscordError } from '../core/errors.js';
import { textFields } from '../core/json.js';
import type { Gateway } from '../gateway/gateway.js';
import type { Interactions } from '../interactions/interactions.js';
import { clockActions } from './clock.js';
import { interactionActions } from './interact.js';
import { controlActions } from './control.js';

/** Largest body, bytes: room for three files of a window in base64. */
const ACTION_BYTES = 48 * 1_048_576;

/** Mounts the control endpoints for page and tests: `POST /actions/…`, and the log. */
export async function registerActions(
  app: FastifyInstance,
  context: DiscordContext,
  gateway: Gateway,
  interactions: Interactions,
): Promise<void> {
  const { hub, log } = context;
  const actions = {
    ...controlActions(hub, gateway),
    ...interactionActions(hub, interactions),
    ...clockActions(context),
  };
  await app.register(async (scope) => {
    scope.setErrorHandler((error, request, reply) => {
      if (error instanceof DiscordError) return reply.code(error.status).send(error.toBody());
      request.log.error(error);
      return reply.send(error);
    });
    for (const [name, action] of Object.entries(actions))
      scope.post(`/actions/${name}`, { bodyLimit: ACTION_BYTES }, async ({ body, socket }) =>
        action(body, `http://127.0.0.1:${socket.localPort}${context.options.basePath}`),
      );
    scope.get('/log', async (request) => {
      const since = Number(textFields(request.query)['since'] ?? '0');
      const calls = log.since(Number.isFinite(since) ? since : 0);
      return { last: hub.state.callSeq, invalidCalls: log.invalidCalls(), online: gateway.online, calls };
    });
  });
}
