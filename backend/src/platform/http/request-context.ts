import { AsyncLocalStorage } from 'node:async_hooks';
import { Logger } from '@nestjs/common';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { randomUUID } from 'node:crypto';

/** Response header with the id of the call; log lines of the call contain the id too. */
export const CORRELATION_HEADER = 'x-correlation-id';

const current = new AsyncLocalStorage<FastifyRequest>();

/**
 * Generates call ids from a prefix per process and a counter. The ids need not be secret, and a random id per call
 * took a tenth of a busy backend's time.
 */
export function makeCallIdGenerator(): () => string {
  const own = randomUUID().slice(0, -12);
  let last = 0;
  return () => {
    last += 1;
    return own + last.toString(16).padStart(12, '0');
  };
}

/** The id of the call in progress, if there is one. */
export function correlationId(): string | undefined {
  return current.getStore()?.id;
}

/** The request in progress, or the one that started the current work; undefined in jobs. */
export function currentRequest(): FastifyRequest | undefined {
  return current.getStore();
}

/**
 * Adds the call's id to every answer and logs each call in one line, reads only at debug level. Lines contain the
 * route's pattern, because the address may contain names or tokens.
 */
export function addRequestContext(fastify: FastifyInstance): void {
  const logger = new Logger('Call');
  fastify.addHook('onRequest', (request, reply, done) => {
    void reply.header(CORRELATION_HEADER, request.id);
    current.run(request, done);
  });
  // Sets the async context again, because reading the body loses that of the first hook.
  fastify.addHook('preValidation', (request, _reply, done) => current.run(request, done));
  fastify.addHook('onResponse', (request, reply, done) => {
    const { method, routeOptions } = request;
    const took = Math.round(reply.elapsedTime);
    const line = `${method} ${routeOptions.url ?? 'unknown'} ${reply.statusCode} ${took} ms`;
    const isImportant = reply.statusCode >= 500 || (method !== 'GET' && method !== 'HEAD');
    current.run(request, () => (isImportant ? logger.log(line) : logger.debug(line)));
    done();
  });
}

/** The caller's network address and browser. */
export interface CallOrigin {
  address: string;
  userAgent: string | null;
}

export function readCallOrigin({ ip, headers }: FastifyRequest): CallOrigin {
  return { address: ip, userAgent: headers['user-agent'] ?? null };
}

/**
 * Makes the function that trusts the `count` proxies in front of the backend. Trusting more would let callers
 * choose the address by which limits count them.
 */
export const trustedHops =
  (count: number) =>
  (_address: string, hop: number): boolean =>
    hop < count;
