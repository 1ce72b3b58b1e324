import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import request from 'supertest';
import { startTestApp, type TestApp } from '../../../test/app.js';

describe('the catalogue', () => {
  let shop: TestApp;
  beforeAll(async () => {
    shop = await startTestApp();
  });
  afterAll(() => shop.close());

  it('answers the public list', async () => {
    const answer = await request(shop.app.getHttpServer()).get('/api/products').expect(200);
    expect(answer.body).toEqual([]);
  });
  it('answers the coin pool', async () => {
    const answer = await request(shop.app.getHttpServer()).get('/api/coin-stock').expect(200);
    expect(answer.body).toEqual({ coinStock: 0 });
  });
});
