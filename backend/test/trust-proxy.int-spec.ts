import { describe, expect, it, jest } from '@jest/globals';
import request from 'supertest';
import { startListeningApp } from './app.js';

const FORWARDED = '203.0.113.1, 203.0.113.2, 203.0.113.3';

const SLOW_MACHINE_MS = 30_000;
jest.setTimeout(SLOW_MACHINE_MS);

describe('the address that limits count (F36)', () => {
  it.each([
    ['0', '127.0.0.1'],
    ['1', '203.0.113.3'],
    ['2', '203.0.113.2'],
  ])('with %s trusted hops is %s, whatever the caller claims before', async (hops, address) => {
    const shop = await startListeningApp(
      { TRUST_PROXY: hops },
      {
        prepare: (app) => {
          app
            .getHttpAdapter()
            .getInstance()
            .get('/api/spec-address', (call, reply) => reply.send(call.ip));
        },
      },
    );
    const { text } = await request(shop.url).get('/api/spec-address').set('x-forwarded-for', FORWARDED);
    await shop.close();
    expect(text).toBe(address);
  });
});
