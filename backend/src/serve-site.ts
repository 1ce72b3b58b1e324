import fastifyStatic from '@fastify/static';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { toProblem } from './common/problem.js';

const SITE = fileURLToPath(new URL('../../frontend/dist', import.meta.url));
const YEAR_S = 31_536_000;
const CALL = /^\/(api|socket\.io|assets)(\/|$|\?)/;

/**
 * Serves the built site from the same origin as the calls. Hashed assets are kept for ever; every other path
 * that is no file and no call is the single page, which draws its own 404.
 */
export async function serveSite(app: NestFastifyApplication): Promise<void> {
  const fastify = app.getHttpAdapter().getInstance();
  const built = existsSync(SITE);
  if (built) {
    await app.register(fastifyStatic, {
      root: SITE,
      wildcard: false,
      index: false,
      preCompressed: true,
      setHeaders: (reply, path) => {
        const hashed = path.includes('/assets/');
        reply.setHeader('cache-control', hashed ? `public, max-age=${YEAR_S}, immutable` : 'no-cache');
      },
    });
  }
  fastify.get('/*', async (request: FastifyRequest, reply: FastifyReply) => {
    if (built && !CALL.test(request.url))
      return reply.header('cache-control', 'no-cache').sendFile('index.html');
    const body = toProblem('NOT_FOUND', 'There is nothing here.', {}, request.id);
    return reply.status(404).type('application/problem+json').send(JSON.stringify(body));
  });
}
