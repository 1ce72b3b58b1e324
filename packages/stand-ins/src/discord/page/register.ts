import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { sendPage } from '../../server/page.js';
import type { DiscordContext } from '../core/context.js';
import { textFields } from '../core/json.js';
import type { Gateway } from '../gateway/gateway.js';
import { chatLook, chatPage } from './chat-page.js';
import { CHAT_SCRIPT } from './script.js';

const COOKIE = 'stand-in-persona';
const KEEP_ALIVE_MS = 20_000;

/** Mounts the chat page, its script and its change stream. */
export function registerPage(app: FastifyInstance, context: DiscordContext, gateway: Gateway): void {
  const { hub, options } = context;
  const show = (request: FastifyRequest, reply: FastifyReply): FastifyReply => {
    const query = textFields(request.query);
    const look = chatLook(hub, query['as'] ?? cookieOf(request), query['channel']);
    void reply.header(
      'set-cookie',
      `${COOKIE}=${look.viewer.id}; Path=${options.basePath}; SameSite=Lax; HttpOnly`,
    );
    return sendPage(reply, chatPage(context, gateway, look));
  };
  app.route({ method: 'GET', url: '/', handler: show });
  // The path of a message in Discord's client, to which the shop links.
  app.get('/channels/:guild/:channel/:message', (request, reply) => {
    const { guild, channel, message } = textFields(request.params);
    const place = encodeURIComponent(guild === '@me' ? 'dm' : (channel ?? ''));
    return reply.redirect(`${options.basePath}/?channel=${place}#m-${encodeURIComponent(message ?? '')}`);
  });
  app.get('/page.js', (_request, reply) =>
    reply.type('text/javascript; charset=utf-8').header('cache-control', 'no-cache').send(CHAT_SCRIPT),
  );
  const streams = new Set<() => void>();
  app.get('/changes', (request, reply) => {
    reply.hijack();
    reply.raw.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-store' });
    const tell = (): void => {
      reply.raw.write(`data: ${hub.revision}\n\n`);
    };
    const off = hub.onChange(tell);
    const beat = setInterval(() => reply.raw.write(': still here\n\n'), KEEP_ALIVE_MS);
    const end = (): void => {
      off();
      clearInterval(beat);
      streams.delete(end);
      reply.raw.end();
    };
    streams.add(end);
    request.raw.on('close', end);
    tell();
  });
  app.addHook('preClose', async () => {
    for (const end of streams) end();
  });
}

/** The last chosen persona, so that the page keeps it after a form leads back. */
function cookieOf(request: FastifyRequest): string | undefined {
  const pairs = (request.headers.cookie ?? '').split(/;\s*/);
  return pairs.find((pair) => pair.startsWith(`${COOKIE}=`))?.slice(COOKIE.length + 1);
}
