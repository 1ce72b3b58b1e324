import type { DiscordContext } from '../core/context.js';
import type { UserRow } from '../core/state.js';
import { html } from '../../server/html.js';
import type { ConsentRequest } from './consent.js';

const MEANINGS: Record<string, string> = {
  identify: 'know your name and id',
  email: 'know your e-mail address',
  guilds: 'know which servers you are in',
  'guilds.join': 'add you to its server',
  'guilds.members.read': 'know your roles in its server',
  connections: 'know your linked accounts',
};

/** The form that asks a persona for consent; it is posted to the address it came from. */
export function consentPage(context: DiscordContext, request: ConsentRequest): string {
  const { basePath } = context.options;
  const people = context.hub.state.users.filter((user) => !user.bot);
  return page(
    basePath,
    html`<h1>${context.hub.world.guildName} wants to</h1>
      <ul class="scopes">
        ${request.scopes.map((scope) => html`<li>${MEANINGS[scope] ?? scope}</li>`)}
      </ul>
      <form method="post" class="consent">
        <fieldset>
          <legend>Who are you?</legend>
          ${people.map((user, index) => choice(user, index === 0))}
        </fieldset>
        <div class="row">
          <button name="decision" value="allow" class="primary">Allow</button>
          <button name="decision" value="deny">Deny</button>
        </div>
      </form>
      <p class="quiet">Stand-in: nobody is really asked, pick a persona.</p>`,
  );
}

/** The page for a request that can't be answered with a redirect. */
export function refusalPage(context: DiscordContext, reason: string): string {
  return page(
    context.options.basePath,
    html`<h1>This can’t be allowed</h1>
      <p>${reason}</p>`,
  );
}

function choice(user: UserRow, checked: boolean): ReturnType<typeof html> {
  return html`<label class="person">
    <input type="radio" name="user" value="${user.username}" ${checked ? html`checked` : undefined} />
    <span class="avatar" data-persona="${user.persona ?? ''}">${user.globalName.charAt(0)}</span>
    <span><b>${user.globalName}</b> <small>${user.username}</small></span>
    <em>${user.persona ?? ''}</em>
  </label>`;
}

function page(basePath: string, body: ReturnType<typeof html>): string {
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>Consent – chat stand-in</title>
        <link rel="stylesheet" href="${basePath}/page.css" />
      </head>
      <body class="plain">
        <main class="card">${body}</main>
      </body>
    </html>`.text;
}
