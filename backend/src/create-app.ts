import cookie from '@fastify/cookie';
import { allCalls } from '@pax/contracts';
import { Logger } from '@nestjs/common';
import { FastifyAdapter, type NestFastifyApplication } from '@nestjs/platform-fastify';
import { NestFactory } from '@nestjs/core';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { AppModule } from './app.module.js';
import { makeCallIdGenerator, addRequestContext, trustedHops } from './platform/http/request-context.js';
import {
  endConnectionsWhileClosing,
  endUnusedConnections,
  endSlowReaders,
} from './platform/http/connections.js';
import { assertSafeInput, mediaTypeHook, parseUploads } from './platform/http/request-checks.js';
import { answerMalformed, refuseUnreadable } from './platform/http/malformed-requests.js';
import { KnownRoutes } from './platform/http/known-routes.js';
import { originHook } from './platform/http/origin.js';
import { ProblemFilter } from './platform/http/problem.filter.js';
import { securityHeaders } from './platform/http/security-headers.js';
import { RefusedWrites } from './platform/database/database-errors.js';
import { ShopLogger } from './platform/shop-logger.js';
import { BODY_BYTES, enforceCallLimits } from './platform/limits/call-limits.js';
import { RateLimiter } from './platform/limits/rate-limiter.js';
import { AccessGuard } from './people/access/access.guard.js';
import { ShopRequest, ShopIoAdapter } from './platform/realtime/io-adapter.js';
import { isPageRequest, readPage, serveSite, SITE, serveWellKnown } from './serve-site.js';
import { listSettingsWarnings, type Settings } from './settings.js';

/**
 * Paths that payment providers call: without an Origin header, with a raw body, and authenticated by
 * signature.
 */
export const WEBHOOK_PATHS: ReadonlySet<string> = new Set(
  allCalls.flatMap(({ call }) => (call.access === 'provider' ? [call.path] : [])),
);

/** Time limit of a connection without traffic, ms; longer than any API call and any poll of Socket.IO. */
const STALLED_CONNECTION_MS = 60_000;

/**
 * Builds the application without listening on a port. The program and all specs use this function.
 * @param site folder of the built site; without one only API calls are served
 */
export async function createApp(settings: Settings, site = SITE): Promise<NestFastifyApplication> {
  const page = readPage(site, settings);
  const headers = securityHeaders(settings);
  const adapter = new FastifyAdapter({
    http: { IncomingMessage: ShopRequest },
    bodyLimit: BODY_BYTES,
    trustProxy: trustedHops(settings.trustProxy),
    genReqId: makeCallIdGenerator(),
    requestTimeout: 30_000,
    // Closes connections whose client stops reading, because unread answers hold memory. A slow reader still
    // makes progress and stays connected.
    connectionTimeout: STALLED_CONNECTION_MS,
    // Answers an address that cannot be decoded here, because such a request reaches no route and no hook.
    frameworkErrors: (_error: Error, request: FastifyRequest, reply: FastifyReply) => {
      void reply.headers(headers);
      if (!page || !isPageRequest(request)) refuseUnreadable(request, reply);
      else void page.answerRequest(request, reply.status(404)).then((body) => reply.send(body));
    },
    clientErrorHandler: answerMalformed,
    // Closes idle connections at the shutdown at once; requests in progress are answered first.
    forceCloseConnections: 'idle',
  });
  const app = await NestFactory.create<NestFastifyApplication>(AppModule.withSettings(settings), adapter, {
    rawBody: true,
    logger: settings.logLevel === 'silent' ? false : new ShopLogger(settings.logLevel),
  });
  for (const warning of listSettingsWarnings(settings)) new Logger('Settings').warn(warning);
  await app.register(cookie);
  const fastify = adapter.getInstance<FastifyInstance>();
  parseUploads(fastify);
  const routes = new KnownRoutes(fastify);
  addRequestContext(fastify);
  endConnectionsWhileClosing(fastify);
  endUnusedConnections(fastify);
  endSlowReaders(fastify);
  fastify.addHook('onRequest', (_request, reply, done) => {
    void reply.headers(headers);
    done();
  });
  fastify.addHook('onRequest', originHook(settings.publicUrl, WEBHOOK_PATHS));
  fastify.addHook('onRequest', mediaTypeHook(WEBHOOK_PATHS));
  const access = app.get(AccessGuard);
  enforceCallLimits(fastify, app.get(RateLimiter), settings, (...call) => access.checkAccess(...call));
  fastify.addHook('preValidation', (request, _reply, done) => {
    // Skips provider messages, whose raw bytes are verified by signature: a provider would resend a refused
    // message for days.
    if (!WEBHOOK_PATHS.has(request.routeOptions.url ?? '')) assertSafeInput(request);
    done();
  });
  fastify.addHook('onSend', (request, reply, _payload, done) => {
    // Checks the matched route, because the path of a request may be encoded. Requests without a route are
    // not cached either.
    const isCall = request.routeOptions.url?.startsWith('/api/') ?? true;
    if (isCall && !reply.hasHeader('cache-control')) void reply.header('cache-control', 'no-store');
    done();
  });
  serveWellKnown(fastify, settings);
  await serveSite(app, routes, settings, { folder: site, page });
  app.useWebSocketAdapter(new ShopIoAdapter(app, settings));
  app.useGlobalFilters(new ProblemFilter(routes, app.get(RefusedWrites)));
  app.enableShutdownHooks();
  return app;
}
