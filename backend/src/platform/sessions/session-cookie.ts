import type { FastifyReply, FastifyRequest } from 'fastify';
import { randomRef } from '../secrets.js';
import type { Settings } from '../../settings.js';

/** Longest lifetime of a session, ms, however active it is. */
export const ABSOLUTE_LIFETIME_MS = 30 * 24 * 60 * 60 * 1000;

/** Name of the session cookie. With https the prefix `__Host-` binds it to exactly this origin. */
export function sessionCookieName(isHttps: boolean): string {
  return isHttps ? '__Host-pax_session' : 'pax_session';
}

/** Attributes of every cookie of the shop: scripts cannot read it, and other sites' forms do not send it. */
export function cookieAttributes(isHttps: boolean) {
  return { httpOnly: true, sameSite: 'lax', secure: isHttps, path: '/' } as const;
}

/**
 * Cookie that tells the page's scripts that somebody signed in; it gives no right and no server reads it. Its value
 * changes at each sign-in, so that a page whose session ended removes only its own.
 */
export const SIGNED_IN_COOKIE = 'pax_signed_in';

const hintAttributes = (isHttps: boolean) => ({ ...cookieAttributes(isHttps), httpOnly: false }) as const;

/** Sets the session cookie and the signed-in cookie. */
export function writeSessionCookie(reply: FastifyReply, settings: Settings, token: string): void {
  const { isHttps } = settings;
  const maxAge = ABSOLUTE_LIFETIME_MS / 1000;
  void reply.setCookie(sessionCookieName(isHttps), token, { ...cookieAttributes(isHttps), maxAge });
  void reply.setCookie(SIGNED_IN_COOKIE, randomRef(), { ...hintAttributes(isHttps), maxAge });
}

/** Deletes the session cookie and the signed-in cookie. */
export function clearSessionCookie(reply: FastifyReply, settings: Settings): void {
  const { isHttps } = settings;
  void reply.clearCookie(sessionCookieName(isHttps), cookieAttributes(isHttps));
  void reply.clearCookie(SIGNED_IN_COOKIE, hintAttributes(isHttps));
}

/** The session token in a request's cookie, not verified yet. */
export function sessionTokenOf(request: FastifyRequest, settings: Settings): string | undefined {
  return request.cookies[sessionCookieName(settings.isHttps)];
}

/** The session token in a raw Cookie header, not verified yet; for socket handshakes. Tokens need no decoding. */
export function sessionTokenIn(cookieHeader: string | undefined, settings: Settings): string | undefined {
  const start = `${sessionCookieName(settings.isHttps)}=`;
  const pair = cookieHeader?.split(';').find((part) => part.trim().startsWith(start));
  return pair?.trim().slice(start.length);
}

/** Time for which a browser stays known after its last sign-in, ms: as long as browsers keep a cookie. */
export const KNOWN_BROWSER_MS = 400 * 24 * 60 * 60 * 1000;

/** Name of the cookie of a browser that signed in before. The cookie survives signing out and gives no right. */
function knownBrowserCookieName(isHttps: boolean): string {
  return isHttps ? '__Host-pax_known' : 'pax_known';
}

/** Sets the cookie that marks a known browser. */
export function writeKnownBrowserCookie(
  reply: FastifyReply,
  { isHttps }: Settings,
  browserToken: string,
): void {
  const attributes = { ...cookieAttributes(isHttps), maxAge: KNOWN_BROWSER_MS / 1000 };
  void reply.setCookie(knownBrowserCookieName(isHttps), browserToken, attributes);
}

/** Value of the known-browser cookie of a request, not verified yet. */
export function knownBrowserOf(request: FastifyRequest, { isHttps }: Settings): string | undefined {
  return request.cookies[knownBrowserCookieName(isHttps)];
}
