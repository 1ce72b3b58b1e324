import fastifyStatic from '@fastify/static';
import { pageAt } from '@pax/contracts';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { KnownRoutes } from './common/http/known-routes.js';
import { packageFolder } from './common/package-folder.js';

/** Folder of the built site. */
export const SITE = fileURLToPath(new URL('../frontend/dist', packageFolder));
const YEAR_S = 31_536_000;
/** Paths of calls and files; every other path may be a page. */
const NO_PAGE = /^\/(api|socket\.io|assets)(\/|$)|\.[^/]*$/;

/**
 * Serves the built site from the origin of the calls. Hashed assets are immutable; every path that is neither file nor
 * call gets the single page, with 404 where its router has no route (OWN-305).
 */
export async function serveSite(
  app: NestFastifyApplication,
  routes: KnownRoutes,
  folder: string,
): Promise<void> {
  const fastify = app.getHttpAdapter().getInstance();
  const built = existsSync(folder);
  if (built) {
    await app.register(fastifyStatic, {
      root: folder,
      wildcard: false,
      index: false,
      preCompressed: true,
      // The plugin's own header would replace the one below.
      cacheControl: false,
      setHeaders: (reply, path) => {
        const hashed = path.includes('/assets/');
        reply.setHeader('cache-control', hashed ? `public, max-age=${YEAR_S}, immutable` : 'no-cache');
      },
    });
  }
  fastify.get('/*', async (request: FastifyRequest, reply: FastifyReply) => {
    const path = request.url.split('?', 1)[0] ?? '';
    if (!built || NO_PAGE.test(path)) return routes.refuse(request, reply);
    const status = pageAt(path) === undefined ? 404 : 200;
    return reply.status(status).header('cache-control', 'no-cache').sendFile('index.html');
  });
}
