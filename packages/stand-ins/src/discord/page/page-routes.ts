import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { html, type Html } from '@pax/contracts/html';
import { renderPage, sendPage } from '../../server/page.js';
import type { DiscordContext } from '../core/context.js';
import { DiscordError } from '../core/errors.js';
import { textFields } from '../core/json-values.js';
import { acceptInvite, findUsableInvite } from '../core/members-and-invites.js';
import { personChoice, findChatView, chatPage } from './chat-page.js';
import { CONSENT_STYLE } from './chat-style.js';
import type { Gateway } from '../gateway/gateway.js';
import { CHAT_SCRIPT } from './chat-script.js';

/** Mounts the invite pages, on which a tester chooses which persona joins. */
export function mountInvitePage(app: FastifyInstance, { hub, options }: DiscordContext): void {
  const readInviteCode = (params: unknown): string => textFields(params)['code'] ?? '';
  const renderRefusal = (error: unknown): Html => {
    if (!(error instanceof DiscordError)) throw error;
    return cardPage('Invite invalid', html`<p>${error.message}. It may be used up, or it has lapsed.</p>`);
  };
  app.get('/invite/:code', (request, reply) => {
    try {
      findUsableInvite(hub, readInviteCode(request.params));
    } catch (error) {
      return sendPage(reply, renderRefusal(error), 404);
    }
    const people = hub.state.users.filter(({ id, bot }) => !bot && !hub.findMember(id));
    const form = html`<form method="post">
      <fieldset>
        <legend>Who accepts it?</legend>
        ${people.map((user, index) => personChoice(user, index === 0))}
      </fieldset>
      <div class="buttons"><button class="main">Join ${hub.world.guildName}</button></div>
    </form>`;
    const none = html`<p>Everybody is a member already.</p>`;
    return sendPage(reply, cardPage('You have been invited', people.length > 0 ? form : none));
  });
  app.post('/invite/:code', (request, reply) => {
    try {
      const { id } = hub.getPerson(textFields(request.body)['user'] ?? '');
      acceptInvite(hub, id, readInviteCode(request.params));
      return reply.redirect(`${options.basePath}/?as=${id}`, 303);
    } catch (error) {
      return sendPage(reply, renderRefusal(error), 404);
    }
  });
}

function cardPage(title: string, body: Html): Html {
  return renderPage({
    title: `${title} – chat stand-in`,
    bare: true,
    style: CONSENT_STYLE,
    body: html`<div class="card">
      <h1>${title}</h1>
      ${body}
    </div>`,
  });
}

const COOKIE = 'stand-in-persona';
const KEEP_ALIVE_MS = 20_000;

/** Mounts the chat page, its script, and the stream that announces changes. */
export function mountChatPage(app: FastifyInstance, context: DiscordContext, gateway: Gateway): void {
  const { hub, options } = context;
  const showChatPage = (request: FastifyRequest, reply: FastifyReply): FastifyReply => {
    const query = textFields(request.query);
    const look = findChatView(hub, query['as'] ?? readPersonaCookie(request), query['channel']);
    void reply.header(
      'set-cookie',
      `${COOKIE}=${look.viewer.id}; Path=${options.basePath}; SameSite=Lax; HttpOnly`,
    );
    return sendPage(reply, chatPage(context, gateway, look));
  };
  app.route({ method: 'GET', url: '/', handler: showChatPage });
  // Path of a message in Discord's client, which the shop's links contain.
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
    const announceChange = (): void => {
      reply.raw.write(`data: ${hub.revision}\n\n`);
    };
    const off = hub.onChange(announceChange);
    const beat = setInterval(() => reply.raw.write(': still here\n\n'), KEEP_ALIVE_MS);
    const endStream = (): void => {
      off();
      clearInterval(beat);
      streams.delete(endStream);
      reply.raw.end();
    };
    streams.add(endStream);
    request.raw.on('close', endStream);
    announceChange();
  });
  app.addHook('preClose', async () => {
    for (const end of streams) end();
  });
}

/** Reads the persona chosen last from a cookie, so that the page keeps it after a redirect. */
function readPersonaCookie(request: FastifyRequest): string | undefined {
  const pairs = (request.headers.cookie ?? '').split(/;\s*/);
  return pairs.find((pair) => pair.startsWith(`${COOKIE}=`))?.slice(COOKIE.length + 1);
}
