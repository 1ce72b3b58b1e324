import type { FastifyReply, FastifyRequest } from 'fastify';
import { ShopError } from '../../../common/problem.js';
import { randomRef } from '../../../common/random.js';
import { cookieAttributes } from '../../../infra/sessions/session-cookie.js';
import type { Settings } from '../../../settings.js';
import type { DiscordPerson, DiscordRest } from './discord-rest.js';
import { STATE_LIFETIME_MS, type OauthPurpose, type OauthStates } from './oauth-states.js';
import { safeNext } from './safe-next.js';

declare module 'fastify' {
  interface FastifyRequest {
    /** The step of a sign-in with Discord that this call is. */
    discordFlow?: DiscordFlow;
  }
}

/** Where a link leads back to. */
const LINKED_PATH = '/account#discord';
const TOKEN = /^[A-Za-z0-9_-]{22}$/;

/** Takes the redirect that passport writes, so that it leaves through Fastify with the shop's headers and cookies. */
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

/** What Discord may send back with the browser; empty at the start. */
export interface DiscordAnswer {
  code?: string;
  state?: string;
  error?: string;
}

/**
 * One call of a sign-in with Discord: what passport needs of it, and what came out. Passport's strategies are
 * shared by the whole process, so each call brings its own means.
 */
export class DiscordFlow {
  readonly response = new RedirectCatcher();
  readonly query: DiscordAnswer;
  /** Where Discord asks the person, after the start. */
  authorizeUrl: string | undefined;
  /** Who it is, after the callback. */
  proven: DiscordPerson | undefined;
  /** What the sign-in that came back was begun for, and by whom; null for a visitor. */
  purpose: OauthPurpose = 'sign-in';
  userId: number | null = null;
  nextPath = '/';

  constructor(
    private readonly request: FastifyRequest,
    private readonly reply: FastifyReply,
    readonly isCallback: boolean,
    private readonly means: { states: OauthStates; discord: DiscordRest; settings: Settings },
  ) {
    this.query = isCallback ? answerOf(request.query) : {};
  }

  /** Keeps the verifier for the callback. @returns the state */
  async begin(codeVerifier: string): Promise<string> {
    const { actor } = this.request;
    const { states, settings } = this.means;
    const known = this.browser;
    const browser = known !== undefined && TOKEN.test(known) ? known : randomRef();
    void this.reply.setCookie(this.cookieName, browser, {
      ...cookieAttributes(settings.isHttps),
      maxAge: STATE_LIFETIME_MS / 1000,
    });
    const asked: unknown = Object(this.request.query).next;
    const nextPath = this.request.mayLink ? LINKED_PATH : safeNext(asked, settings.publicUrl);
    const userId = actor?.userId ?? null;
    const purpose = purposeOf(this.request);
    return states.begin({ browser, codeVerifier, purpose, userId, nextPath });
  }

  /** Uses a state up. @returns its verifier. @throws ShopError OAUTH_STATE_INVALID */
  async resume(state: string): Promise<string> {
    const taken = await this.means.states.take(state, this.browser);
    const isOther = taken && taken.userId !== null && taken.userId !== this.request.actor?.userId;
    if (!taken || isOther)
      throw new ShopError('OAUTH_STATE_INVALID', 'This sign-in was not begun here, or it is too old.');
    this.purpose = taken.purpose;
    this.userId = taken.userId;
    this.nextPath = taken.nextPath;
    return taken.codeVerifier;
  }

  /** Whose access token this is; it is asked once and kept nowhere. @throws DiscordUnavailableError */
  person(accessToken: string): Promise<DiscordPerson> {
    return this.means.discord.me(accessToken);
  }

  private get browser(): string | undefined {
    return this.request.cookies[this.cookieName];
  }

  private get cookieName(): string {
    return this.means.settings.isHttps ? '__Host-pax_oauth' : 'pax_oauth';
  }
}

/** Somebody signed in proves the linked account again; only a proven owner links one (OWN-360). */
function purposeOf({ actor, mayLink }: FastifyRequest): OauthPurpose {
  if (!actor) return 'sign-in';
  return mayLink === true ? 'link' : 'prove';
}

/** What Discord may answer, each at most once. */
function answerOf(query: unknown): DiscordAnswer {
  const entries = Object.entries(Object(query)).filter(
    ([name, value]) => ['code', 'state', 'error'].includes(name) && typeof value === 'string' && value !== '',
  );
  return Object.fromEntries(entries);
}
