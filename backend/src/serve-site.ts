import fastifyStatic from '@fastify/static';
import { findPage } from '@pax/contracts';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import type { FastifyReply, FastifyRequest, FastifyInstance } from 'fastify';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { KnownRoutes } from './platform/http/known-routes.js';
import { CachedResponse } from './platform/http/cached-response.js';
import { packageFolder } from './platform/package-folder.js';
import type { Settings } from './settings.js';

/** Folder of the built frontend. */
export const SITE = fileURLToPath(new URL('../frontend/dist', packageFolder));
const YEAR_S = 31_536_000;
const CALL_OR_ASSET = /^\/(api|socket\.io|assets)(\/|$)/;
const PAGE_FILE = 'index.html';
/** Placeholder in the built page for the shop's public address. */
const PUBLIC_URL = '__PUBLIC_URL__';
/** Matches public host names. Proxies use addresses or internal names, and redirecting those would loop. */
const PUBLIC_NAME = /\.(?!(?:local|localhost|internal|lan|home|svc|test)$)[a-z][a-z0-9-]+$/i;

type SiteSettings = Pick<Settings, 'publicUrl' | 'isHttps' | 'isProduction'>;

/**
 * The path of a request with its ASCII characters decoded, as the router compares it; other characters may be
 * malformed.
 */
const pathOf = ({ url }: Pick<FastifyRequest, 'url'>): string =>
  (url.split('?', 1)[0] ?? '').replaceAll(/%[2-7][\da-f]/gi, decodeURIComponent);

/** Reads the single page of the built site and inserts the shop's address; undefined if no site is built. */
export function readPage(folder: string, { publicUrl }: SiteSettings): CachedResponse | undefined {
  if (!existsSync(join(folder, PAGE_FILE))) return undefined;
  return new CachedResponse(
    'text/html; charset=utf-8',
    function* () {
      yield;
      return readFileSync(join(folder, PAGE_FILE), 'utf8').replaceAll(PUBLIC_URL, publicUrl);
    },
    'no-cache',
  );
}

/** Tells whether a request may ask for a page: not for an API call, and not for a file, whose name has a dot. */
export function isPageRequest(request: Pick<FastifyRequest, 'url' | 'method'>): boolean {
  const path = pathOf(request);
  const name = path.slice(path.lastIndexOf('/') + 1);
  return ['GET', 'HEAD'].includes(request.method) && !CALL_OR_ASSET.test(path) && !name.includes('.');
}

/**
 * The address to redirect to when a production shop is opened under another public name; undefined without a
 * redirect.
 */
export function canonicalAddressFor(
  request: Pick<FastifyRequest, 'url' | 'method' | 'hostname' | 'headers'>,
  settings: SiteSettings,
): string | undefined {
  const { publicUrl, isHttps, isProduction } = settings;
  const mode = request.headers['sec-fetch-mode'] ?? 'navigate';
  if (!isHttps || !isProduction || request.method !== 'GET' || mode !== 'navigate') return undefined;
  const isOther = request.hostname !== new URL(publicUrl).hostname && PUBLIC_NAME.test(request.hostname);
  return isOther ? publicUrl + request.url : undefined;
}

/**
 * Serves the built site at the same origin as the API calls. Hashed assets are immutable; any path that is neither
 * file nor call gets the single page, with status 404 where the page's router has no route.
 */
export async function serveSite(
  app: NestFastifyApplication,
  routes: KnownRoutes,
  settings: SiteSettings,
  { folder, page }: { readonly folder: string; readonly page: CachedResponse | undefined },
): Promise<void> {
  const fastify = app.getHttpAdapter().getInstance();
  if (page) {
    await app.register(fastifyStatic, {
      root: folder,
      wildcard: false,
      index: false,
      globIgnore: [`${PAGE_FILE}*`],
      preCompressed: true,
      // Ignores range requests, because pages load whole files, and an invalid range would be an error.
      acceptRanges: false,
      // Turns off the plugin's cache header, which would replace the one set below.
      cacheControl: false,
      setHeaders: (reply, path) => {
        const hashed = path.includes('/assets/');
        reply.setHeader('cache-control', hashed ? `public, max-age=${YEAR_S}, immutable` : 'no-cache');
        // Tells caches to keep compressed and plain files apart, so that no client gets a file it cannot
        // decompress.
        reply.setHeader('vary', 'accept-encoding');
      },
    });
  }
  fastify.get('/*', async (request: FastifyRequest, reply: FastifyReply) => {
    if (!page || !isPageRequest(request)) return routes.refuse(request, reply);
    const address = canonicalAddressFor(request, settings);
    if (address !== undefined) return reply.header('cache-control', 'no-cache').redirect(address, 302);
    void reply.status(findPage(pathOf(request)) === undefined ? 404 : 200);
    return reply.send(await page.answerRequest(request, reply));
  });
}

const SECURITY = '/.well-known/security.txt';
/** Days until security.txt expires; RFC 9116 asks for less than a year. */
const VALID_DAYS = 180;
const DAY_MS = 24 * 60 * 60_000;

/** Paths that search engines should not index: API calls, the admin panel, and pages of one person. */
const PRIVATE = [
  '/api/',
  '/admin',
  '/account',
  '/pay',
  '/r/',
  '/receipt',
  '/support-ticket',
  '/discord-test',
];

const sendText = (reply: FastifyReply, lines: readonly string[]): FastifyReply =>
  reply
    .type('text/plain; charset=utf-8')
    .header('cache-control', 'no-cache')
    .send(lines.map((line) => `${line}\n`).join(''));

/**
 * Serves files that programs expect at fixed addresses: security.txt, robots.txt, and a redirect to the page that
 * changes a password, for password managers.
 */
export function serveWellKnown(fastify: FastifyInstance, { publicUrl }: Pick<Settings, 'publicUrl'>): void {
  fastify.get(SECURITY, (_request, reply) => {
    // Computes the expiry date per request, because a date in a static file would pass.
    const expires = new Date(Math.ceil(Date.now() / DAY_MS + VALID_DAYS) * DAY_MS);
    return sendText(reply, [
      `Contact: ${publicUrl}/support`,
      `Expires: ${expires.toISOString()}`,
      'Preferred-Languages: en, de',
      `Canonical: ${publicUrl}${SECURITY}`,
    ]);
  });
  fastify.get('/robots.txt', (_request, reply) =>
    sendText(reply, ['User-agent: *', ...PRIVATE.map((path) => `Disallow: ${path}`), 'Allow: /']),
  );
  fastify.get('/.well-known/change-password', (_request, reply) =>
    reply.header('cache-control', 'no-cache').redirect('/account?tab=security', 302),
  );
}
