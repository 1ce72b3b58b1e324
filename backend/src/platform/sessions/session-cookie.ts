import type { FastifyReply, FastifyRequest } from 'fastify';
import { randomRef } from '../secrets.js';
import type { Settings } from '../../settings.js';

/** Absolute lifetime of a session, ms. */
export const ABSOLUTE_LIFETIME_MS = 30 * 24 * 60 * 60 * 1000;

/** Name of the session cookie; `__Host-` binds it to exactly this origin where https allows that. */
export function sessionCookieName(isHttps: boolean): string {
  return isHttps ? '__Host-pax_session' : 'pax_session';
}

/** Attributes of every cookie of the shop: not readable by scripts, not sent by other sites' forms. */
export function cookieAttributes(isHttps: boolean) {
  return { httpOnly: true, sameSite: 'lax', secure: isHttps, path: '/' } as const;
}

/**
 * Hint for the page's scripts that somebody signed in; gives no right, and no server reads it. Its value changes with
 * each sign-in, so that a page whose session ended removes only its own hint.
 */
export const SIGNED_IN_COOKIE = 'pax_signed_in';

const hintAttributes = (isHttps: boolean) => ({ ...cookieAttributes(isHttps), httpOnly: false }) as const;

/** Sets the session cookie and the signed-in hint. */
export function writeSessionCookie(reply: FastifyReply, settings: Settings, token: string): void {
  const { isHttps } = settings;
  const maxAge = ABSOLUTE_LIFETIME_MS / 1000;
  void reply.setCookie(sessionCookieName(isHttps), token, { ...cookieAttributes(isHttps), maxAge });
  void reply.setCookie(SIGNED_IN_COOKIE, randomRef(), { ...hintAttributes(isHttps), maxAge });
}

/** Clears the session cookie and the signed-in hint. */
export function clearSessionCookie(reply: FastifyReply, settings: Settings): void {
  const { isHttps } = settings;
  void reply.clearCookie(sessionCookieName(isHttps), cookieAttributes(isHttps));
  void reply.clearCookie(SIGNED_IN_COOKIE, hintAttributes(isHttps));
}

/** The session token of a request, unchecked. */
export function sessionTokenOf(request: FastifyRequest, settings: Settings): string | undefined {
  return request.cookies[sessionCookieName(settings.isHttps)];
}

/** The session token in a raw Cookie header, unchecked; for socket handshakes. Tokens need no decoding. */
export function sessionTokenIn(cookieHeader: string | undefined, settings: Settings): string | undefined {
  const start = `${sessionCookieName(settings.isHttps)}=`;
  const pair = cookieHeader?.split(';').find((part) => part.trim().startsWith(start));
  return pair?.trim().slice(start.length);
}

/** How long a browser that signed in is known without signing in again, ms: as long as browsers keep a cookie. */
export const KNOWN_BROWSER_MS = 400 * 24 * 60 * 60 * 1000;

/** Name of the cookie of a browser that signed in before; it survives signing out and gives no right. */
function knownBrowserCookieName(isHttps: boolean): string {
  return isHttps ? '__Host-pax_known' : 'pax_known';
}

/** Sets the cookie of a known browser. */
export function writeKnownBrowserCookie(
  reply: FastifyReply,
  { isHttps }: Settings,
  browserToken: string,
): void {
  const attributes = { ...cookieAttributes(isHttps), maxAge: KNOWN_BROWSER_MS / 1000 };
  void reply.setCookie(knownBrowserCookieName(isHttps), browserToken, attributes);
}

/** The known-browser cookie of a request, unchecked. */
export function knownBrowserOf(request: FastifyRequest, { isHttps }: Settings): string | undefined {
  return request.cookies[knownBrowserCookieName(isHttps)];
}
