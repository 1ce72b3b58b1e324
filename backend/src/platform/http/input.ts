import type { FastifyRequest, onRequestHookHandler, FastifyReply, FastifyInstance } from 'fastify';
import { ShopError, toProblem } from '../problem.js';
import { randomUUID } from 'node:crypto';
import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import { CORRELATION_HEADER } from './correlation.js';
import { PICTURE_TYPES, type ErrorCode } from '@pax/contracts';

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
  return mediaTypeOf(contentType) === 'application/json';
}

const mediaTypeOf = (contentType: string): string => contentType.split(';', 1)[0]?.trim().toLowerCase() ?? '';

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
      if (hasNoBody(request)) delete request.headers['content-type'];
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
  if (upload.includes(mediaTypeOf(declared ?? ''))) return;
  throw new ShopError('UNSUPPORTED_MEDIA_TYPE', `Files are ${upload.join(', ')}.`);
}

function hasNoBody({ headers }: FastifyRequest): boolean {
  return headers['transfer-encoding'] === undefined && (headers['content-length'] ?? '0') === '0';
}

const MESSAGE = 'The request could not be read.';

/** Answers a call whose address cannot be decoded, which reaches no route and no hook. */
export function refuseUnreadable(request: FastifyRequest, reply: FastifyReply): void {
  const body = toProblem('VALIDATION', MESSAGE, {}, request.id);
  void reply
    .status(body.status)
    .header(CORRELATION_HEADER, request.id)
    .type('application/problem+json')
    .send(JSON.stringify(body));
}

/**
 * Answers malformed or incomplete HTTP with 400 and closes the connection. One that a browser opened ahead and that sent
 * nothing in time gets no answer: it would be taken for that of the request then on its way, which is sent again.
 */
export function answerMalformed(error: { code?: string }, socket: Socket): void {
  if (error.code === 'ECONNRESET' || socket.destroyed) return;
  if (socket.bytesRead === 0) {
    socket.destroy();
    return;
  }
  answerOnSocket(socket, 'VALIDATION', MESSAGE);
}

/** Answers a request whose body is not read to its end, and closes its connection. */
export function answerOnSocket(socket: Socket, code: ErrorCode, message: string): void {
  if (socket.writable) {
    const id = randomUUID();
    const problem = toProblem(code, message, {}, id);
    const body = JSON.stringify(problem);
    const head = [
      `HTTP/1.1 ${problem.status} ${STATUS_CODES[problem.status]}`,
      'Content-Type: application/problem+json',
      `Content-Length: ${Buffer.byteLength(body)}`,
      `${CORRELATION_HEADER}: ${id}`,
      'Connection: close',
    ];
    socket.write(`${head.join('\r\n')}\r\n\r\n${body}`);
  }
  socket.destroy();
}

/** Deeper than any body of the contracts. */
const MAX_DEPTH = 12;
/** More than any body of the contracts: a cart with every product has some hundreds. */
const MAX_VALUES = 10_000;
/** NUL, which Postgres cannot store, and lone surrogates, which are no text. */
const UNSAFE_TEXT = /\0|\p{Surrogate}/u;
/** Keys that could change an object's prototype. */
const RESERVED = new Set(['__proto__', 'constructor', 'prototype']);

/**
 * Refuses unsafe text, prototype keys, deep nesting and too many values anywhere in a request, before it is used.
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
      for (const child of childrenOf(value)) {
        // Counted while walking, so that a level of millions is not copied first.
        values += 1;
        if (values > MAX_VALUES) throw unsafeInputError('The request holds too much.');
        next.push(child);
      }
    level = next;
  }
}

function* childrenOf(value: unknown): Generator {
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

/** Reads bodies that are pictures as they are, within the limit of their route. */
export function parseUploads(fastify: FastifyInstance): void {
  fastify.addContentTypeParser<Buffer>([...PICTURE_TYPES], { parseAs: 'buffer' }, (_request, body, done) =>
    done(null, body),
  );
}
