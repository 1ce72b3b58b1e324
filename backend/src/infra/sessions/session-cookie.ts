import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Settings } from '../../settings.js';

/** A session ends after this long whatever happens, ms. */
export const ABSOLUTE_LIFETIME_MS = 30 * 24 * 60 * 60 * 1000;

/** Name of the session cookie; `__Host-` binds it to exactly this origin where https allows that (OWN-199). */
export function sessionCookieName(isHttps: boolean): string {
  return isHttps ? '__Host-pax_session' : 'pax_session';
}

/** Attributes of every cookie of the shop: out of reach of scripts, never sent by other sites' forms. */
export function cookieAttributes(isHttps: boolean) {
  return { httpOnly: true, sameSite: 'lax', secure: isHttps, path: '/' } as const;
}

/** Hands the browser its session. */
export function writeSessionCookie(reply: FastifyReply, settings: Settings, token: string): void {
  void reply.setCookie(sessionCookieName(settings.isHttps), token, {
    ...cookieAttributes(settings.isHttps),
    maxAge: ABSOLUTE_LIFETIME_MS / 1000,
  });
}

/** Takes the session cookie back. */
export function clearSessionCookie(reply: FastifyReply, settings: Settings): void {
  void reply.clearCookie(sessionCookieName(settings.isHttps), cookieAttributes(settings.isHttps));
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
