import type { FastifyInstance } from 'fastify';
import { html, type Html } from '@pax/contracts/html';
import { page, sendPage } from '../../server/page.js';
import type { DiscordContext } from '../core/context.js';
import { DiscordError } from '../core/errors.js';
import { acceptInvite, usableInvite } from '../core/invites.js';
import { textFields } from '../core/json.js';
import { personChoice } from './person-choice.js';
import { CONSENT_STYLE } from './style.js';

/** Mounts the pages of invites, on which a tester picks the persona that joins. */
export function registerInvitePage(app: FastifyInstance, { hub, options }: DiscordContext): void {
  const code = (params: unknown): string => textFields(params)['code'] ?? '';
  const refused = (error: unknown): Html => {
    if (!(error instanceof DiscordError)) throw error;
    return frame('Invite invalid', html`<p>${error.message}. It may be used up, or it has lapsed.</p>`);
  };
  app.get('/invite/:code', (request, reply) => {
    try {
      usableInvite(hub, code(request.params));
    } catch (error) {
      return sendPage(reply, refused(error), 404);
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
    return sendPage(reply, frame('You have been invited', people.length > 0 ? form : none));
  });
  app.post('/invite/:code', (request, reply) => {
    try {
      const { id } = hub.person(textFields(request.body)['user'] ?? '');
      acceptInvite(hub, id, code(request.params));
      return reply.redirect(`${options.basePath}/?as=${id}`, 303);
    } catch (error) {
      return sendPage(reply, refused(error), 404);
    }
  });
}

function frame(title: string, body: Html): Html {
  return page({
    title: `${title} – chat stand-in`,
    bare: true,
    style: CONSENT_STYLE,
    body: html`<div class="card">
      <h1>${title}</h1>
      ${body}
    </div>`,
  });
}
