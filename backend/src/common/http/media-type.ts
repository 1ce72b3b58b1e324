import type { FastifyRequest, onRequestHookHandler } from 'fastify';
import { toProblem } from '../problem.js';

const SAFE = new Set(['GET', 'HEAD', 'OPTIONS']);

/** Whether a body of this content type is JSON; a call without a body needs none. */
export function isJsonOrNone(contentType: string | undefined): boolean {
  if (contentType === undefined) return true;
  return contentType.split(';', 1)[0]?.trim().toLowerCase() === 'application/json';
}

/**
 * Fastify hook that accepts only JSON bodies, because forms of other sites can send all other types without a CORS
 * preflight. Webhooks are excepted by exact path.
 */
export function mediaTypeHook(webhookPaths: ReadonlySet<string>): onRequestHookHandler {
  return (request, reply, done) => {
    if (SAFE.has(request.method) || webhookPaths.has(request.url.split('?', 1)[0] ?? '')) return done();
    // A compressed body could expand to any size.
    const packed = request.headers['content-encoding'] ?? 'identity';
    if (packed === 'identity' && isJsonOrNone(request.headers['content-type'])) {
      // Some clients declare JSON and send no body, which is not a malformed request.
      if (isBodyless(request)) delete request.headers['content-type'];
      return done();
    }
    const body = toProblem('UNSUPPORTED_MEDIA_TYPE', 'Bodies are plain JSON.', {}, request.id);
    void reply.status(body.status).type('application/problem+json').send(JSON.stringify(body));
  };
}

function isBodyless({ headers }: FastifyRequest): boolean {
  return headers['transfer-encoding'] === undefined && (headers['content-length'] ?? '0') === '0';
}
