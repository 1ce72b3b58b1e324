import formbody from '@fastify/formbody';
import type { FastifyInstance } from 'fastify';
import type { StandIn } from '../server/stand-in.js';
import { mountActionRoutes } from './actions/control-actions.js';
import { CallLog, type DiscordContext, type DiscordStandInOptions, Refusal } from './core/context.js';
import { AcceleratedClock } from './core/clock.js';
import { RateLimiter } from './core/rate-limiter.js';
import { Hub } from './core/hub.js';
import { restoreState } from './core/seed.js';
import { Gateway } from './gateway/gateway.js';
import { Interactions } from './interactions/interactions.js';
import { mountOAuthRoutes } from './oauth/routes.js';
import { mountInvitePage, mountChatPage } from './page/page-routes.js';
import { commandEndpoints } from './rest/commands.js';
import { gatewayEndpoints, guildEndpoints } from './rest/guild.js';
import { interactionEndpoints } from './rest/interactions.js';
import { memberEndpoints } from './rest/members.js';
import { messageEndpoints } from './rest/messages.js';
import { pinEndpoints, threadEndpoints } from './rest/pins-and-threads.js';
import { userEndpoints } from './rest/users.js';
import type { JsonObject } from './core/state.js';
import { DiscordError, discordErrors } from './core/errors.js';
import { type Endpoint, answerCall } from './rest/answer-call.js';

const FIRST_ANSWER_MS = 3000;
const FORM = 'application/x-www-form-urlencoded';

/**
 * A stand-in for Discord: REST v10, gateway v10 and OAuth2 as far as the shop uses them, as strict as Discord, with one
 * server whose people are the personas.
 */
export function createDiscordStandIn(options: DiscordStandInOptions): StandIn {
  const clock = new AcceleratedClock(options.clock);
  const { now } = clock;
  let shutDown = (): void => undefined;
  return {
    name: 'discord',
    summary: 'One chat server with its bot: channels, people, commands, sign-in',
    register: async (app) => {
      const state = restoreState(await options.store.load(), options.world, now());
      const hub = new Hub(state, options.world, now, (changed) => options.store.save(changed));
      const context: DiscordContext = {
        options,
        hub,
        log: new CallLog(hub),
        limiter: new RateLimiter(now),
        clock,
        refusal: new Refusal(now),
        directChannelRefusal: new Refusal(now),
      };
      const gateway = new Gateway(
        hub,
        options.botToken,
        `${options.basePath}/gateway`,
        options.faults,
        context,
      );
      gateway.listenOn(app.server);
      const interactions = new Interactions(hub, options.firstAnswerMs ?? FIRST_ANSWER_MS);
      shutDown = () => {
        gateway.close(app.server);
        interactions.close();
      };
      app.addHook('preClose', async () => shutDown());
      await app.register((scope) => mountRoutes(scope, context, gateway, interactions), {
        prefix: options.basePath,
      });
    },
    close: async () => shutDown(),
  };
}

async function mountRoutes(
  scope: FastifyInstance,
  context: DiscordContext,
  gateway: Gateway,
  interactions: Interactions,
): Promise<void> {
  if (!scope.hasContentTypeParser(FORM)) await scope.register(formbody);
  mountOAuthRoutes(scope, context);
  mountChatPage(scope, context, gateway);
  mountInvitePage(scope, context);
  mountFileHost(scope, context);
  scope.get('/world', (request) => worldView(context, `${request.protocol}://${request.host}`));
  await mountActionRoutes(scope, context, gateway, interactions);
  await mountRestRoutes(scope, context, [
    ...gatewayEndpoints(() => gateway.identifiesLeft()),
    ...commandEndpoints,
    ...guildEndpoints,
    ...interactionEndpoints(interactions),
    ...memberEndpoints,
    ...messageEndpoints,
    ...pinEndpoints,
    ...threadEndpoints,
    ...userEndpoints,
  ]);
}

/** Answer of `GET {base}/world`, for other programs: ids, token, and the personas with their current roles. */
function worldView(context: DiscordContext, origin: string): JsonObject {
  const { hub, options } = context;
  const { world } = hub;
  const people = world.users.map((user) => ({
    id: user.id,
    username: user.username,
    persona: user.persona,
    roles: [...(hub.findMember(user.id)?.roles ?? [])],
  }));
  return {
    apiUrl: `${origin}${options.basePath}/api`,
    botToken: options.botToken,
    guildId: world.guildId,
    applicationId: world.applicationId,
    roles: { ...world.roles },
    channels: { ...world.channels },
    users: people,
  };
}

/** Mounts Discord's file host, which serves a file by its address without authentication. */
function mountFileHost(app: FastifyInstance, { hub }: DiscordContext): void {
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
async function mountRestRoutes(
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
