import type { FastifyRequest, onRequestHookHandler } from 'fastify';
import { ShopError, toProblem } from '../problem.js';

declare module 'fastify' {
  // Nest passes a route's declaration as this config.
  interface FastifyContextConfig {
    /** Media types of files that the route takes, and nothing else. */
    upload?: readonly string[] | undefined;
  }
}

const SAFE = new Set(['GET', 'HEAD', 'OPTIONS']);

/** Tells whether a body of this content type is JSON; a call without a body needs no content type. */
export function isJsonOrNone(contentType: string | undefined): boolean {
  if (contentType === undefined) return true;
  return typeOf(contentType) === 'application/json';
}

const typeOf = (contentType: string): string => contentType.split(';', 1)[0]?.trim().toLowerCase() ?? '';

/**
 * Fastify hook that accepts only JSON bodies, but on routes of files, because forms of other sites can send
 * other types without a CORS preflight. Webhooks are excepted by exact path.
 */
export function mediaTypeHook(webhookPaths: ReadonlySet<string>): onRequestHookHandler {
  return (request, reply, done) => {
    if (SAFE.has(request.method) || webhookPaths.has(request.url.split('?', 1)[0] ?? '')) return done();
    // A compressed body could expand to any size.
    const packed = request.headers['content-encoding'] ?? 'identity';
    const declared = request.headers['content-type'];
    // A route of files is looked at when its caller is known, before anything of its body is read.
    const isUpload = request.routeOptions.config.upload !== undefined;
    if (packed === 'identity' && (isUpload || isJsonOrNone(declared))) {
      // Some clients declare JSON and send no body, which is not a malformed request.
      if (isBodyless(request)) delete request.headers['content-type'];
      return done();
    }
    const body = toProblem('UNSUPPORTED_MEDIA_TYPE', 'Bodies are plain JSON.', {}, request.id);
    void reply.status(body.status).type('application/problem+json').send(JSON.stringify(body));
  };
}

/**
 * A route of files takes nothing else, JSON least of all: its body may be large.
 * @throws ShopError UNSUPPORTED_MEDIA_TYPE
 */
export function assertUploadType(declared: string | undefined, upload: readonly string[]): void {
  if (upload.includes(typeOf(declared ?? ''))) return;
  throw new ShopError('UNSUPPORTED_MEDIA_TYPE', `Files are ${upload.join(', ')}.`);
}

function isBodyless({ headers }: FastifyRequest): boolean {
  return headers['transfer-encoding'] === undefined && (headers['content-length'] ?? '0') === '0';
}
