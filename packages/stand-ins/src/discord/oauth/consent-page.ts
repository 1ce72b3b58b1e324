import { html, type Html } from '@pax/contracts/html';
import { page } from '../../server/page.js';
import type { DiscordContext } from '../core/context.js';
import { personChoice } from '../page/person-choice.js';
import { CONSENT_STYLE } from '../page/style.js';
import type { ConsentRequest } from './consent.js';

const MEANINGS: Record<string, string> = {
  identify: 'know your name and id',
  email: 'know your e-mail address',
  guilds: 'know which servers you are in',
  'guilds.join': 'add you to its server',
  'guilds.members.read': 'know your roles in its server',
  connections: 'know your linked accounts',
  'role_connections.write': 'say what it knows of you, for roles',
};

/** The form that asks a persona for consent; it posts to its own address. */
export function consentPage(context: DiscordContext, request: ConsentRequest): Html {
  const people = context.hub.state.users.filter((user) => !user.bot);
  return frame(
    html`<h1>${context.hub.world.guildName} wants to</h1>
      <ul class="scopes">
        ${request.scopes.map((scope) => html`<li>${MEANINGS[scope] ?? scope}</li>`)}
      </ul>
      <form method="post">
        <fieldset>
          <legend>Who are you?</legend>
          ${people.map((user, index) => personChoice(user, index === 0))}
        </fieldset>
        <div class="buttons">
          <button name="decision" value="allow" class="main">Allow</button>
          <button name="decision" value="deny">Deny</button>
        </div>
      </form>
      <p class="quiet small">A stand-in: nobody is really asked, pick a persona.</p>`,
  );
}

/** The page for a request that can't be answered with a redirect. */
export function refusalPage(reason: string): Html {
  return frame(
    html`<h1>This can’t be allowed</h1>
      <p>${reason}</p>`,
  );
}

function frame(body: Html): Html {
  return page({
    title: 'Consent – chat stand-in',
    bare: true,
    style: CONSENT_STYLE,
    body: html`<div class="card">${body}</div>`,
  });
}
