import type { DiscordContext } from '../core/context.js';
import { newCode } from '../core/hub.js';
import { html, type Html } from '@pax/contracts/html';
import { renderPage } from '../../server/page.js';
import { personChoice } from '../page/chat-page.js';
import { CONSENT_STYLE } from '../page/chat-style.js';

const CODE_LIFE_MS = 10 * 60_000;
const KNOWN_SCOPES = new Set([
  'identify',
  'email',
  'guilds',
  'guilds.join',
  'guilds.members.read',
  'connections',
]);

/** A request for a person's consent, from the query of the OAuth authorize address. */
export interface ConsentRequest {
  readonly redirectUri: string;
  readonly scopes: readonly string[];
  readonly state: string | undefined;
  readonly challenge: string | null;
}

/** Answer of the OAuth authorize address: a form, a redirect with an error, or a page with the reason for a refusal. */
export type ConsentCheck =
  | { readonly kind: 'ask'; readonly request: ConsentRequest }
  | { readonly kind: 'redirect'; readonly location: string }
  | { readonly kind: 'refuse'; readonly reason: string };

/**
 * Checks the query of the OAuth authorize address. A wrong client or redirect address never causes a redirect; any
 * other fault is reported by a redirect.
 */
export function checkConsent(
  context: DiscordContext,
  query: Readonly<Record<string, unknown>>,
): ConsentCheck {
  const { clientId, publicUrl } = context.options;
  const readQueryText = (name: string): string | undefined => {
    const value = query[name];
    return typeof value === 'string' ? value : undefined;
  };
  if (readQueryText('client_id') !== clientId)
    return { kind: 'refuse', reason: 'Unknown application: client_id is not known.' };
  const redirectUri = `${publicUrl.replace(/\/$/, '')}/api/auth/discord/callback`;
  if (readQueryText('redirect_uri') !== redirectUri)
    return { kind: 'refuse', reason: 'Invalid OAuth2 redirect_uri: it is not one of those registered.' };
  const state = readQueryText('state');
  const createRedirectError = (error: string, description: string): ConsentCheck => ({
    kind: 'redirect',
    location: withQuery(redirectUri, { error, error_description: description, state }),
  });
  if (readQueryText('response_type') !== 'code')
    return createRedirectError('unsupported_response_type', 'response_type must be code');
  const scopes = (readQueryText('scope') ?? '').split(/[ +]/).filter((scope) => scope !== '');
  if (scopes.length === 0 || scopes.some((scope) => !KNOWN_SCOPES.has(scope)))
    return createRedirectError('invalid_scope', 'The requested scope is invalid, unknown, or malformed.');
  const challenge = readQueryText('code_challenge') ?? null;
  if (
    challenge !== null &&
    (readQueryText('code_challenge_method') !== 'S256' || !/^[\w-]{43}$/.test(challenge))
  )
    return createRedirectError('invalid_request', 'code_challenge needs the method S256');
  return { kind: 'ask', request: { redirectUri, scopes, state, challenge } };
}

/** Gives consent for a person. @returns the redirect address with the code */
export function giveConsent(context: DiscordContext, request: ConsentRequest, userId: string): string {
  const { hub } = context;
  const code = newCode(30);
  hub.state.codes = hub.state.codes.filter((one) => one.expiresAt > hub.now());
  hub.state.codes.push({
    code,
    userId,
    redirectUri: request.redirectUri,
    scopes: [...request.scopes],
    challenge: request.challenge,
    expiresAt: hub.now() + CODE_LIFE_MS,
  });
  hub.commitChange();
  return withQuery(request.redirectUri, { code, state: request.state });
}

/** Returns the redirect address for a person who declines. */
export function denyConsent(request: ConsentRequest): string {
  return withQuery(request.redirectUri, {
    error: 'access_denied',
    error_description: 'The resource owner or authorization server denied the request',
    state: request.state,
  });
}

function withQuery(address: string, values: Record<string, string | undefined>): string {
  const url = new URL(address);
  for (const [name, value] of Object.entries(values))
    if (value !== undefined) url.searchParams.set(name, value);
  return url.href;
}

const MEANINGS: Record<string, string> = {
  identify: 'know your name and id',
  email: 'know your e-mail address',
  guilds: 'know which servers you are in',
  'guilds.join': 'add you to its server',
  'guilds.members.read': 'know your roles in its server',
  connections: 'know your linked accounts',
};

/** Form that asks a persona for consent; sends its fields to its own address. */
export function consentPage(context: DiscordContext, request: ConsentRequest): Html {
  const people = context.hub.state.users.filter((user) => !user.bot);
  return cardPage(
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

/** Page for a request that cannot be answered with a redirect. */
export function refusalPage(reason: string): Html {
  return cardPage(
    html`<h1>This can’t be allowed</h1>
      <p>${reason}</p>`,
  );
}

function cardPage(body: Html): Html {
  return renderPage({
    title: 'Consent – chat stand-in',
    bare: true,
    style: CONSENT_STYLE,
    body: html`<div class="card">${body}</div>`,
  });
}
