import type { FastifyRequest, onRequestHookHandler, FastifyInstance } from 'fastify';
import { ShopError, toProblem } from '../shop-error.js';
import { PICTURE_TYPES } from '@pax/contracts';

declare module 'fastify' {
  // Config of a route, in which Nest passes what the route declares.
  interface FastifyContextConfig {
    /** Media types of uploaded files that the route accepts; such a route accepts no other body. */
    upload?: readonly string[] | undefined;
  }
}

const SAFE = new Set(['GET', 'HEAD', 'OPTIONS']);

/** Tells whether the body's content type is JSON; a request without a body needs no content type. */
export function isJsonOrNone(contentType: string | undefined): boolean {
  if (contentType === undefined) return true;
  return mediaTypeOf(contentType) === 'application/json';
}

const mediaTypeOf = (contentType: string): string => contentType.split(';', 1)[0]?.trim().toLowerCase() ?? '';

/**
 * Makes a Fastify hook that accepts only JSON bodies, except on upload routes, because other sites' forms can send
 * other types without a CORS preflight. Webhooks are exempt by exact path.
 */
export function mediaTypeHook(webhookPaths: ReadonlySet<string>): onRequestHookHandler {
  return (request, reply, done) => {
    if (SAFE.has(request.method) || webhookPaths.has(request.url.split('?', 1)[0] ?? '')) return done();
    // Refuses a compressed body, because it could expand to any size.
    const packed = request.headers['content-encoding'] ?? 'identity';
    const declared = request.headers['content-type'];
    // Leaves upload routes to a later check, which runs when the caller is known and before the body is read.
    const isUpload = request.routeOptions.config.upload !== undefined;
    if (packed === 'identity' && (isUpload || isJsonOrNone(declared))) {
      // Accepts a request that declares JSON but has no body, as some clients send.
      if (hasNoBody(request)) delete request.headers['content-type'];
      return done();
    }
    const body = toProblem('UNSUPPORTED_MEDIA_TYPE', 'Bodies are plain JSON.', {}, request.id);
    void reply.status(body.status).type('application/problem+json').send(JSON.stringify(body));
  };
}

/**
 * Checks the content type of an upload. Other types, JSON included, are refused, because upload routes allow large
 * bodies.
 * @throws ShopError UNSUPPORTED_MEDIA_TYPE
 */
export function assertUploadType(declared: string | undefined, upload: readonly string[]): void {
  if (upload.includes(mediaTypeOf(declared ?? ''))) return;
  throw new ShopError('UNSUPPORTED_MEDIA_TYPE', `Files are ${upload.join(', ')}.`);
}

function hasNoBody({ headers }: FastifyRequest): boolean {
  return headers['transfer-encoding'] === undefined && (headers['content-length'] ?? '0') === '0';
}

/** Limit of nesting in a request's body; no body of the contracts is so deep. */
const MAX_DEPTH = 12;
/** Limit of values in a request; a cart with every product has some hundreds. */
const MAX_VALUES = 10_000;
/**
 * Characters that no text may contain: NUL, which Postgres cannot store, and lone surrogates, which are invalid
 * Unicode.
 */
const UNSAFE_TEXT = /\0|\p{Surrogate}/u;
/** Names of fields that could change an object's prototype. */
const RESERVED = new Set(['__proto__', 'constructor', 'prototype']);

/**
 * Refuses unsafe text, prototype keys, deep nesting and too many values anywhere in a request, before the request
 * is used.
 * @throws ShopError VALIDATION
 */
export function assertSafeInput({
  body,
  query,
  params,
}: Pick<FastifyRequest, 'body' | 'query' | 'params'>): void {
  let level: unknown[] = [body, query, params];
  let values = level.length;
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth > MAX_DEPTH) throw unsafeInputError('The request is nested too deeply.');
    const next: unknown[] = [];
    for (const value of level)
      for (const child of listChildren(value)) {
        // Counts values while walking the request, so that a level with millions of values is not copied first.
        values += 1;
        if (values > MAX_VALUES) throw unsafeInputError('The request holds too much.');
        next.push(child);
      }
    level = next;
  }
}

function* listChildren(value: unknown): Generator {
  if (typeof value === 'string' && UNSAFE_TEXT.test(value))
    throw unsafeInputError('The request holds characters that are not text.');
  if (typeof value !== 'object' || value === null || Buffer.isBuffer(value)) return;
  if (Array.isArray(value)) {
    yield* value;
    return;
  }
  for (const key of Object.keys(value)) {
    if (RESERVED.has(key)) throw unsafeInputError('The request holds a key that is not allowed.');
    yield key;
    yield Reflect.get(value, key);
  }
}

const unsafeInputError = (message: string): ShopError => new ShopError('VALIDATION', message);

/** Makes Fastify read picture bodies as raw bytes, up to the limit of their route. */
export function parseUploads(fastify: FastifyInstance): void {
  fastify.addContentTypeParser<Buffer>([...PICTURE_TYPES], { parseAs: 'buffer' }, (_request, body, done) =>
    done(null, body),
  );
}
