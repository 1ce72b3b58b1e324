import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type ArgumentsHost, Controller, Module } from '@nestjs/common';
import { Test } from '@nestjs/testing';
import { FastifyAdapter, type NestFastifyApplication } from '@nestjs/platform-fastify';
import { defineCall } from '@pax/contracts';
import type { FastifyReply } from 'fastify';
import request from 'supertest';
import { z } from 'zod';
import { until } from '../../../test/until.js';
import { ShopError } from '../shop-error.js';
import { SETTINGS } from '../../settings.js';
import { ContractBreaches, CallContractInterceptor } from './call-contract.interceptor.js';
import { RateLimiter } from '../limits/rate-limiter.js';
import { Call } from './call.js';

const answer = z.object({ name: z.string() });
const calls = {
  named: defineCall({ method: 'GET', path: '/api/named', access: 'public', summary: '', answer }),
  wrong: defineCall({ method: 'GET', path: '/api/wrong', access: 'public', summary: '', answer }),
  undeclared: defineCall({ method: 'GET', path: '/api/undeclared', access: 'public', summary: '' }),
  counted: defineCall({
    method: 'GET',
    path: '/api/counted',
    access: 'session',
    summary: '',
    bounds: { perAccount: { name: 'spec', points: 1, windowMs: 1_000 } },
  }),
  act: defineCall({ method: 'POST', path: '/api/act', access: 'session', summary: '' }),
} as const;

/** The ends of the acts that are being answered. */
const acts: ((end: unknown) => void)[] = [];

@Controller()
class SpecController {
  @Call(calls.named)
  named(): object {
    return { name: 'a', passwordHash: 'b' };
  }

  @Call(calls.wrong)
  wrong(): object {
    return { name: 1 };
  }

  @Call(calls.undeclared)
  undeclared(): never {
    throw new ShopError('SOLD_OUT', 'spec');
  }

  @Call(calls.counted)
  counted(): string {
    return 'reached';
  }

  @Call(calls.act)
  act(): Promise<unknown> {
    return new Promise((resolve, reject) => {
      acts.push((end) => (end instanceof Error ? reject(end) : resolve(end)));
    });
  }
}

describe.each([
  { isProduction: false, wrong: 500, breaches: 0 },
  { isProduction: true, wrong: 200, breaches: 2 },
])('a handler in production: $isProduction', ({ isProduction, wrong, breaches }) => {
  let app: NestFastifyApplication;
  const counts: string[] = [];
  const thrown: unknown[] = [];
  let reader = 7;
  beforeAll(async () => {
    const limits = {
      take: (rule: { name: string }, key: string): Promise<void> => {
        counts.push(`${rule.name} ${key}`);
        return Promise.reject(new ShopError('RATE_LIMITED', 'spec'));
      },
    };
    @Module({
      controllers: [SpecController],
      providers: [
        CallContractInterceptor,
        ContractBreaches,
        { provide: RateLimiter, useValue: limits },
        { provide: SETTINGS, useValue: { isProduction, rateLimitFactor: 0.05 } },
      ],
    })
    class SpecModule {}
    const module = await Test.createTestingModule({ imports: [SpecModule] }).compile();
    app = module.createNestApplication<NestFastifyApplication>(new FastifyAdapter(), { logger: false });
    app.useGlobalInterceptors(app.get(CallContractInterceptor));
    app.useGlobalFilters({
      catch: (error: unknown, host: ArgumentsHost) => {
        thrown.push(error);
        void host.switchToHttp().getResponse<FastifyReply>().status(500).send();
      },
    });
    app
      .getHttpAdapter()
      .getInstance()
      .addHook('onRequest', (asked, _reply, done) => {
        Object.assign(asked, { actor: { userId: Number(asked.headers['x-reader'] ?? reader) } });
        done();
      });
    await app.listen(0, '127.0.0.1');
  });
  afterAll(() => app.close());
  const get = (path: string) => request(app.getHttpServer()).get(path);

  it('sends nothing that its answer does not name (OWN-213)', async () => {
    expect((await get('/api/named')).body).toEqual({ name: 'a' });
  });

  it('answers what the definition does not allow only in production, and counts it (OWN-213)', async () => {
    expect((await get('/api/wrong')).status).toBe(wrong);
    await get('/api/undeclared');
    expect(app.get(ContractBreaches).count).toBe(breaches);
  });

  it('is not reached by an account that called too often', async () => {
    expect((await get('/api/counted')).text).not.toBe('reached');
    expect(counts).toEqual(['spec 7']);
  });

  it('is read 1,200 times a minute by an account, here a twentieth of that', async () => {
    reader += 1;
    for (let read = 0; read < 60; read += 1) expect((await get('/api/named')).status).toBe(200);
    await get('/api/named').expect(500);
    expect(thrown.at(-1)).toMatchObject({
      code: 'RATE_LIMITED',
      details: { retryAfter: expect.closeTo(60, -1) },
    });
  });

  it('acts eight times at once for an account, whatever becomes of each (OWN-1219)', async () => {
    const post = (as: number): Promise<number> =>
      request(app.getHttpServer())
        .post('/api/act')
        .set('x-reader', String(as))
        .then(({ status }) => status);
    const reached = (wanted: number) =>
      until(
        () => Promise.resolve(acts.length),
        (count) => count === wanted,
      );
    for (const end of ['done', new ShopError('SOLD_OUT', 'spec')]) {
      const eight = Array.from({ length: 8 }, () => post(100));
      await reached(8);
      expect(await post(100)).toBe(500);
      expect(thrown.at(-1)).toMatchObject({ code: 'RATE_LIMITED', details: { retryAfter: 1 } });
      const other = post(101);
      await reached(9);
      for (const finish of acts.splice(0)) finish(end);
      await Promise.all([...eight, other]);
    }
  });
});
