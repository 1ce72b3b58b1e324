import cookie from '@fastify/cookie';
import helmet from '@fastify/helmet';
import type { LogLevel } from '@nestjs/common';
import { FastifyAdapter, type NestFastifyApplication } from '@nestjs/platform-fastify';
import { NestFactory } from '@nestjs/core';
import { randomUUID } from 'node:crypto';
import { AppModule } from './app.module.js';
import { mediaTypeHook } from './common/media-type.js';
import { originHook } from './common/origin.js';
import { ProblemFilter } from './common/problem.filter.js';
import { ShopIoAdapter } from './infra/realtime/io-adapter.js';
import { serveSite } from './serve-site.js';
import type { Settings } from './settings.js';

/** Paths whose callers are payment providers: no origin, raw bodies, proven by signature. */
export const WEBHOOK_PATHS: ReadonlySet<string> = new Set([
  '/api/payments/stripe/webhook',
  '/api/paypal-ipn',
]);
const BODY_LIMIT = 256 * 1024;

/** Builds the application without listening. Used by the program and by every spec alike. */
export async function createApp(settings: Settings): Promise<NestFastifyApplication> {
  const adapter = new FastifyAdapter({
    bodyLimit: BODY_LIMIT,
    // Exactly as many hops as stand in front: more would let anyone choose the address that limits count.
    trustProxy: (_address: string, hop: number) => hop < settings.trustProxy,
    genReqId: () => randomUUID(),
    requestTimeout: 30_000,
    forceCloseConnections: true,
  });
  const app = await NestFactory.create<NestFastifyApplication>(AppModule.with(settings), adapter, {
    rawBody: true,
    logger: logLevels(settings.logLevel),
  });
  await app.register(cookie);
  await app.register(helmet, helmetOptions(settings));
  app.getHttpAdapter().getInstance().addHook('onRequest', originHook(settings.publicUrl, WEBHOOK_PATHS));
  app.getHttpAdapter().getInstance().addHook('onRequest', mediaTypeHook(WEBHOOK_PATHS));
  await serveSite(app);
  app.useWebSocketAdapter(new ShopIoAdapter(app, settings));
  app.useGlobalFilters(new ProblemFilter());
  app.enableShutdownHooks();
  return app;
}

const LEVELS: LogLevel[] = ['fatal', 'error', 'warn', 'log', 'debug'];

/** The levels from the worst down to the wanted one; Nest calls `info` `log`. */
function logLevels(wanted: Settings['logLevel']): LogLevel[] | false {
  if (wanted === 'silent') return false;
  return LEVELS.slice(0, LEVELS.indexOf(wanted === 'info' ? 'log' : wanted) + 1);
}

/** SHA-256 of nothing: the style element that the look fills by script, and no other. */
const EMPTY_STYLE = "'sha256-47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU='";

function helmetOptions(settings: Settings) {
  const socket = settings.publicUrl.replace(/^http/, 'ws');
  return {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'self'"],
        scriptSrc: ["'self'"],
        styleSrc: ["'self'", EMPTY_STYLE],
        imgSrc: ["'self'", 'data:', 'https:'],
        fontSrc: ["'self'"],
        connectSrc: ["'self'", socket],
        formAction: ["'self'", 'https://www.paypal.com', 'https://www.sandbox.paypal.com'],
        objectSrc: ["'none'"],
        baseUri: ["'none'"],
        frameAncestors: ["'none'"],
      },
    },
    hsts: settings.isHttps ? { maxAge: 31_536_000, includeSubDomains: true } : false,
    crossOriginEmbedderPolicy: false,
    referrerPolicy: { policy: 'strict-origin-when-cross-origin' as const },
  };
}
