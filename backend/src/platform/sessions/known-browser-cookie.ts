import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Settings } from '../../settings.js';
import { cookieAttributes } from './session-cookie.js';

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
