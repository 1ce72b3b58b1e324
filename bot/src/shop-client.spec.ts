import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { botCalls } from '@pax/contracts';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { ShopClient, BackendUnavailableError, ServerClock } from './shop-client.js';

describe('a page of a list (OWN-615)', () => {
  let server: Server;
  let shop: ShopClient;
  let headers: Record<string, string>;
  beforeEach(async () => {
    server = createServer((_request, response) => {
      response.writeHead(200, { 'content-type': 'application/json', ...headers }).end('[]');
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const address = server.address();
    if (address === null || typeof address === 'string') throw new Error('not listening');
    const url = `http://127.0.0.1:${address.port}`;
    shop = new ShopClient({ url, token: 'token', clock: new ServerClock() });
  });
  afterEach(() => void server.close());

  const page = () => shop.page(botCalls.botOwnOrders, { query: { discordId: '1' } });

  it('says how many rows the whole has', async () => {
    headers = { 'x-total-count': '31' };
    expect(await page()).toEqual({ items: [], total: 31 });
  });

  it.each<Record<string, string>>([{}, { 'x-total-count': '' }, { 'x-total-count': 'many' }])(
    'is no answer where that is missing, rather than an empty list: %j',
    async (sent) => {
      headers = sent;
      await expect(page()).rejects.toBeInstanceOf(BackendUnavailableError);
    },
  );
});
