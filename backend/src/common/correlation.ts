import { AsyncLocalStorage } from 'node:async_hooks';
import { Logger } from '@nestjs/common';
import type { FastifyInstance } from 'fastify';
import { randomUUID } from 'node:crypto';

/** The header every answer carries; the same id stands in what was logged meanwhile (OWN-214). */
export const CORRELATION_HEADER = 'x-correlation-id';

const current = new AsyncLocalStorage<string>();

/**
 * Makes ids of calls: the process's own random part and a running number. Nothing rests on their being guessed or
 * not, and drawing a random one for each took a tenth of a busy backend's time.
 */
export function callIds(): () => string {
  const own = randomUUID().slice(0, -12);
  let last = 0;
  return () => {
    last += 1;
    return own + last.toString(16).padStart(12, '0');
  };
}

/** Id of the call that is being worked on, if any. */
export function correlationId(): string | undefined {
  return current.getStore();
}

/**
 * Gives every answer its call's id, and writes one line per call: changes and failures always, the rest when
 * debugging. Lines hold the route's pattern, never the address that was asked, which may carry names or tokens.
 */
export function correlate(fastify: FastifyInstance): void {
  const logger = new Logger('Call');
  fastify.addHook('onRequest', (request, reply, done) => {
    void reply.header(CORRELATION_HEADER, request.id);
    current.run(request.id, done);
  });
  // Reading a body leaves the context that the first hook opened.
  fastify.addHook('preValidation', (request, _reply, done) => current.run(request.id, done));
  fastify.addHook('onResponse', (request, reply, done) => {
    const { method, id, routeOptions } = request;
    const took = Math.round(reply.elapsedTime);
    const line = `${method} ${routeOptions.url ?? 'unknown'} ${reply.statusCode} ${took} ms`;
    const isImportant = reply.statusCode >= 500 || (method !== 'GET' && method !== 'HEAD');
    current.run(id, () => (isImportant ? logger.log(line) : logger.debug(line)));
    done();
  });
}
