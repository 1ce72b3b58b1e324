import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import request from 'supertest';
import { DataSource } from 'typeorm';
import { startListeningApp, type ListeningApp } from '../../../test/app.js';
import { buildPng } from '../../../test/picture-files.js';
import { signIn } from '../../../test/sign-in.js';

jest.setTimeout(30_000);

describe('a picture that many ask for', () => {
  let shop: ListeningApp;
  beforeAll(async () => {
    shop = await startListeningApp();
  });
  afterAll(() => shop.close());

  it('is read from the database once, also for HEAD, and shown to nobody once no product has it', async () => {
    const { agent } = await signIn(shop, { admin: true });
    const uploaded = await agent
      .post('/api/admin/images')
      .set('content-type', 'image/png')
      .send(buildPng({ width: 8, height: 8 }))
      .expect(201);
    const { url } = uploaded.body;
    const product = { name: 'Shown', category: 'items', price: '1.00', image: url };
    await agent.post('/api/admin/products').send(product).expect(201);
    const statements = jest.spyOn(shop.app.get(DataSource), 'query');
    const asked = Array.from({ length: 20 }, (_, at) => request(shop.url)[at % 2 ? 'get' : 'head'](url));
    for (const answer of await Promise.all(asked)) expect(answer.status).toBe(200);
    const reads = statements.mock.calls.filter(([text]) => text.startsWith('SELECT bytes'));
    expect(reads).toHaveLength(1);
    // Kept bytes are no right to see them.
    await shop.database.query('DELETE FROM product_pictures');
    await request(shop.url).get(url).expect(404);
  });
});
