import type { onRequestHookHandler } from 'fastify';
import type { IncomingHttpHeaders } from 'node:http';
import { toProblem } from '../shop-error.js';

const SAFE = new Set(['GET', 'HEAD', 'OPTIONS']);
const OWN_SITES: ReadonlySet<unknown> = new Set([undefined, 'same-origin', 'none']);

/**
 * Tells whether a state-changing call comes from the shop's own pages, by the header Origin, or else
 * Sec-Fetch-Site. This check replaces CSRF tokens.
 */
export function isOwnOrigin(
  headers: { origin?: string; 'sec-fetch-site'?: string | string[] },
  publicUrl: string,
): boolean {
  if (headers.origin !== undefined) return headers.origin === publicUrl;
  return OWN_SITES.has(headers['sec-fetch-site']);
}

/** Makes a Fastify hook that refuses state-changing calls from other sites. Webhooks are exempt by exact path. */
export function originHook(publicUrl: string, webhookPaths: ReadonlySet<string>): onRequestHookHandler {
  return (request, reply, done) => {
    if (SAFE.has(request.method)) return done();
    const path = request.url.split('?', 1)[0] ?? '';
    if (webhookPaths.has(path) || path.startsWith('/api/bot/')) return done();
    if (isOwnOrigin(request.headers, publicUrl)) return done();
    const body = toProblem('ORIGIN_FORBIDDEN', 'This call did not come from the shop.', {}, request.id);
    void reply.status(body.status).type('application/problem+json').send(JSON.stringify(body));
  };
}

const NAVIGATION: ReadonlySet<unknown> = new Set([undefined, 'navigate']);
const DOCUMENT: ReadonlySet<unknown> = new Set([undefined, 'document']);

/**
 * Tells whether a GET request may open a page, and does not load an image, script or frame. Old browsers send no
 * such header and are accepted.
 */
export const isDocumentRequest = (headers: IncomingHttpHeaders): boolean =>
  DOCUMENT.has(headers['sec-fetch-dest']);

/**
 * Tells whether a GET request opens a page from a link of the shop or from a typed address, according to the
 * browser's headers. Old browsers send a Referer or an Origin at most.
 */
export function isShopNavigation(headers: IncomingHttpHeaders, publicUrl: string): boolean {
  const { origin = publicUrl, referer } = headers;
  return (
    origin === publicUrl &&
    (referer === undefined || originOf(referer) === publicUrl) &&
    OWN_SITES.has(headers['sec-fetch-site']) &&
    NAVIGATION.has(headers['sec-fetch-mode']) &&
    isDocumentRequest(headers)
  );
}

const originOf = (address: string): string | undefined =>
  URL.canParse(address) ? new URL(address).origin : undefined;
