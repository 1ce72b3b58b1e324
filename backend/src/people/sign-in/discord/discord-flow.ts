import { getPageAfterSignIn } from '@pax/contracts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { networkKey } from '../../../platform/limits/address-keys.js';
import { ShopError } from '../../../platform/shop-error.js';
import { isRandomRef, randomRef } from '../../../platform/secrets.js';
import { cookieAttributes } from '../../../platform/sessions/session-cookie.js';
import type { Settings } from '../../../settings.js';
import { hashProof } from '../../accounts/link-discord.js';
import type { DiscordPerson, DiscordMembers } from '../../rights/discord-members.js';
import { STATE_LIFETIME_MS, type OauthPurpose, type OauthStates } from './oauth-states.js';

declare module 'fastify' {
  interface FastifyRequest {
    /** The sign-in with Discord that this HTTP request is part of. */
    discordFlow?: DiscordFlow;
  }
}

/** OAuth scopes beyond the person's name, only for the purposes that need more. */
const MORE_SCOPES: Partial<Record<OauthPurpose, readonly string[]>> = {
  join: ['guilds.join'],
};

/** Page that the browser opens after a link with Discord. */
const LINKED_PATH = '/account#discord';

/**
 * Catches the redirect that the library passport writes, so that Fastify sends the redirect with the shop's headers
 * and cookies.
 */
class RedirectCatcher {
  statusCode = 302;
  readonly redirected: Promise<string>;
  private location = '';
  private resolve: (location: string) => void = () => undefined;

  constructor() {
    this.redirected = new Promise((resolve) => {
      this.resolve = resolve;
    });
  }

  setHeader(name: string, value: string): void {
    if (name.toLowerCase() === 'location') this.location = value;
  }

  end(): void {
    this.resolve(this.location);
  }
}

/** Query parameters that Discord sends back with the browser; empty at the start of a sign-in. */
export interface DiscordAnswer {
  code?: string;
  state?: string;
  error?: string;
}

/**
 * One request of a sign-in with Discord, as the library passport gets and changes it. Has its own dependencies,
 * because passport's strategies are shared by the whole process.
 */
export class DiscordFlow {
  readonly response = new RedirectCatcher();
  readonly query: DiscordAnswer;
  /** Address of Discord's page that asks the person for permission; set at the start. */
  authorizeUrl: string | undefined;
  /** The person that Discord proved; set at the callback. */
  proven: DiscordPerson | undefined;
  /** Access token that allows adding the person to the Discord server; never stored. */
  joinToken: string | undefined;
  /** Purpose and account of a sign-in that returns from Discord; the account is null for a visitor. */
  purpose: OauthPurpose = 'sign-in';
  userId: number | null = null;
  nextPath = '/';
  /** Hash of the proof that a link was begun with. */
  proofHash: string | null = null;

  constructor(
    private readonly request: FastifyRequest,
    private readonly reply: FastifyReply,
    readonly isCallback: boolean,
    private readonly deps: { states: OauthStates; discord: DiscordMembers; settings: Settings },
  ) {
    this.query = isCallback ? parseDiscordAnswer(request.query) : {};
  }

  /**
   * Stores the PKCE verifier for the callback.
   * @returns the OAuth state
   */
  async beginSignIn(codeVerifier: string): Promise<string> {
    const { sessionOwner: actor } = this.request;
    const { states, settings } = this.deps;
    const known = this.browser;
    const browser = known !== undefined && isRandomRef(known) ? known : randomRef();
    void this.reply.setCookie(this.cookieName, browser, {
      ...cookieAttributes(settings.isHttps),
      maxAge: STATE_LIFETIME_MS / 1000,
    });
    const asked: unknown = Object(this.request.query).next;
    const { linkProof } = this.request;
    const proofHash = linkProof ? hashProof(linkProof.passwordHash) : null;
    const nextPath = linkProof ? LINKED_PATH : getPageAfterSignIn(asked);
    const userId = actor?.userId ?? null;
    const purpose = choosePurpose(this.request);
    return states.createState({ browser, codeVerifier, purpose, userId, nextPath, proofHash });
  }

  /**
   * Uses up an OAuth state, unless Discord limits sign-ins, so that the same callback works later.
   * @returns the PKCE verifier stored with the state
   * @throws ShopError OAUTH_STATE_INVALID · DiscordUnavailableError
   */
  async resumeSignIn(state: string): Promise<string> {
    this.deps.discord.assertCanReadPerson(this.network);
    const taken = await this.deps.states.consumeState(state, this.browser);
    const isOther = taken && taken.userId !== null && taken.userId !== this.request.sessionOwner?.userId;
    if (!taken || isOther)
      throw new ShopError('OAUTH_STATE_INVALID', 'This sign-in was not begun here, or it is too old.');
    this.purpose = taken.purpose;
    this.userId = taken.userId;
    this.nextPath = taken.nextPath;
    this.proofHash = taken.proofHash;
    return taken.codeVerifier;
  }

  /** OAuth scopes to ask Discord for; the scope to add a person to a server only if that is the purpose. */
  get scopes(): string[] {
    return ['identify', ...(MORE_SCOPES[choosePurpose(this.request)] ?? [])];
  }

  /**
   * Reads the person of an access token, which is used once and stored nowhere.
   * @throws DiscordUnavailableError
   */
  readPerson(accessToken: string): Promise<DiscordPerson> {
    if (this.purpose === 'join') this.joinToken = accessToken;
    return this.deps.discord.readPerson(accessToken, this.network);
  }

  private get network(): string {
    return networkKey(this.request.ip);
  }

  private get browser(): string | undefined {
    return this.request.cookies[this.cookieName];
  }

  private get cookieName(): string {
    return this.deps.settings.isHttps ? '__Host-pax_oauth' : 'pax_oauth';
  }
}

/**
 * Chooses the purpose of a new sign-in. A signed-in person links an account after proving to own it, asks to join
 * the server, or proves the linked account again.
 */
function choosePurpose({ sessionOwner, linkProof, query }: FastifyRequest): OauthPurpose {
  if (!sessionOwner) return 'sign-in';
  if (linkProof) return 'link';
  return Object(query).join === '1' ? 'join' : 'prove';
}

/** Parses the query parameters that Discord may send, each at most once. */
function parseDiscordAnswer(query: unknown): DiscordAnswer {
  const entries = Object.entries(Object(query)).filter(
    ([name, value]) => ['code', 'state', 'error'].includes(name) && typeof value === 'string' && value !== '',
  );
  return Object.fromEntries(entries);
}
