import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import request, { type Test } from 'supertest';
import { bodyAddress, badBodies, readFieldLimits, BODIES, type BodyIds } from './bad-bodies.js';
import { placementFor } from './buying.js';
import { expectInvariants } from './invariants.js';
import { listPaths, searchedListPaths } from './call-paths.js';
import { seededRandom, BAD_VALUES, withFault } from './bad-values.js';
import { startShop, type Shop } from './shop.js';
import { TEST_BOT_TOKEN } from './settings.js';
import type { SignedIn } from './sign-in.js';
import { until } from './until.js';

const CREATE = '/api/payments/stripe/create-checkout-session';
const CASES = 400;

jest.setTimeout(120_000);

/** Bad input gets a clear 4xx in problem+json with a stable code, and changes nothing. */
describe('bad input to everything that sells (OWN-188, OWN-189)', () => {
  let shop: Shop;
  let buyer: SignedIn;
  let admin: SignedIn;
  let placement: Awaited<ReturnType<typeof placementFor>>;

  beforeAll(async () => {
    shop = await startShop();
    [buyer, admin] = [await shop.signIn(), await shop.signIn({ admin: true })];
    // Nothing is in stock, so that input which passes every check is still refused.
    const id = await shop.addProduct({ stock: 0 });
    const custom = await shop.addProduct({ stock: 0, category: 'coins', isCustom: true });
    const items = [
      { id, quantity: 1 },
      { id: custom, quantity: 1, customAmount: 5 },
    ];
    placement = await placementFor(buyer, items, { useStoreCredit: true, balanceUsed: '0.00' });
  });
  afterAll(() => shop.close());

  const footprint = (): Promise<unknown> =>
    shop.database.query(
      `SELECT (SELECT count(*) FROM checkouts) AS checkouts, (SELECT count(*) FROM ledger_journal) AS entries,
              (SELECT count(*) FROM outbox_events) AS events, (SELECT count(*) FROM orders) AS orders,
              (SELECT count(*) FROM provider_messages) AS messages, (SELECT max(version) FROM users) AS users`,
    );
  /** What is wrong with a refusal, if anything. */
  const faultOf = async (sent: unknown, asked: Test): Promise<string | undefined> => {
    const { status, body, type } = await asked;
    const isRefusal = status >= 400 && status < 500 && type === 'application/problem+json';
    if (isRefusal && /^[A-Z_]+$/.test(String(body.code)) && body.message.length > 3) return undefined;
    return `${status} ${type} ${JSON.stringify(body).slice(0, 200)} for ${JSON.stringify(sent).slice(0, 300)}`;
  };
  const expectRefused = async (
    sent: readonly unknown[],
    ask: (one: unknown) => Test,
    isFine: (fault: string) => boolean = () => false,
  ): Promise<void> => {
    const before = await footprint();
    const faults: string[] = [];
    for (const one of sent) {
      const fault = await faultOf(one, ask(one));
      if (fault !== undefined && !isFine(fault)) faults.push(fault);
    }
    expect(faults).toEqual([]);
    expect(await footprint()).toEqual(before);
  };
  const raw = (asked: Test, text: unknown): Test =>
    asked.set('content-type', 'application/json').send(String(text));
  const spoiled = (valid: unknown, seed: number): unknown[] => {
    const next = seededRandom(seed);
    return Array.from({ length: CASES }, () => withFault(valid, next));
  };

  it('refuses spoiled placements', () =>
    expectRefused(spoiled(placement, 1), (body) => raw(buyer.agent.post(CREATE), JSON.stringify(body))));

  it('refuses or prices spoiled quotes', () => {
    const { items, useStoreCredit } = { useStoreCredit: true, ...placement };
    return expectRefused(
      spoiled({ items, useStoreCredit }, 2),
      (body) => raw(buyer.agent.post('/api/checkout/quote'), JSON.stringify(body)),
      (fault) => fault.startsWith('200 application/json {"lines"'),
    );
  });

  it('refuses spoiled redemptions', () =>
    expectRefused(spoiled({ rewardId: 'free-delivery', requestId: 'a-click-of-this-spec' }, 3), (body) =>
      raw(buyer.agent.post('/api/loyalty/rewards/redeem'), JSON.stringify(body)),
    ));

  it('refuses every invalid reward code', () =>
    expectRefused(
      ['x'.repeat(40), "' OR 1=1 --", 'K7QM-2VXT-9HBR-4WZD', '%', '____-____-____-____', ...BAD_VALUES],
      (rewardCode) => buyer.agent.post('/api/checkout/quote').send({ items: placement.items, rewardCode }),
    ));

  it('refuses JSON that is none, poisoned, too deep, doubled or too large', () => {
    const items = JSON.stringify(placement.items);
    const bodies = [
      '',
      'null',
      '[]',
      '"x"',
      '{',
      '{"a":1e309}',
      `{"__proto__":{"consent":true},"items":${items}}`,
      `{"constructor":{"prototype":{"consent":true}},"items":${items}}`,
      JSON.stringify(placement).replace('"quantity":1', '"quantity":1,"__proto__":{"quantity":2}'),
      JSON.stringify(placement).replace('"consent":true', '"consent":true,"consent":false'),
      '['.repeat(20_000),
      `${'{"items":'.repeat(5_000)}1${'}'.repeat(5_000)}`,
      JSON.stringify({ ...placement, items: Array.from({ length: 5_000 }, () => placement.items[0]) }),
      JSON.stringify({ ...placement, inGameName: 'x'.repeat(300_000) }),
    ];
    return expectRefused(bodies, (body) => raw(buyer.agent.post(CREATE), body));
  });

  it('refuses amounts in every other form', () => {
    const amounts = [
      -1,
      0.001,
      1e-7,
      1e21,
      '1',
      '1.5',
      '1.234',
      '$1.00',
      ' 1.00',
      '1,00',
      '1.00 ',
      '+1.00',
      '-0.00',
      '１.00',
      '0x10',
      'Infinity',
      null,
      {},
      [1],
    ];
    return expectRefused(amounts, (amount) => buyer.agent.post(CREATE).send({ ...placement, amount }));
  });

  it('refuses names that are no text or no names', async () => {
    const names = [
      '',
      '  ',
      'a',
      'a\u0000b',
      '\ud800\ud800',
      '\ud83d',
      'x'.repeat(17),
      'name#12',
      '@',
      'a\nb',
      '`x`',
      ...BAD_VALUES,
    ];
    const isName = (name: unknown) => typeof name === 'string' && /^[\w.]{3,16}$/.test(name);
    const wrong = names.filter((name) => !isName(name));
    await expectRefused(wrong, (inGameName) =>
      raw(buyer.agent.post(CREATE), JSON.stringify({ ...placement, inGameName })),
    );
    const old = ['\ud800\ud800#1234', 'a\ud800b#1234', 'a\u0000b#1234', 'a\nb#1234'];
    await expectRefused([...wrong, ...old], (discordName) =>
      raw(buyer.agent.post(CREATE), JSON.stringify({ ...placement, discordName })),
    );
    for (const discordName of old) {
      const answer = await raw(buyer.agent.post(CREATE), JSON.stringify({ ...placement, discordName }));
      expect([discordName, answer.body.code]).toEqual([discordName, 'VALIDATION']);
    }
  });

  it('refuses more coins than there are as sold out, and more than there can be as malformed', async () => {
    const custom = placement.items[1]?.id ?? 0;
    const askFor = async (customAmount: number | string, amount: string) => {
      const items = [{ id: custom, quantity: 1, customAmount }];
      const answer = await buyer.agent
        .post(CREATE)
        .send({ ...placement, useStoreCredit: false, items, amount });
      return [answer.status, answer.body];
    };
    for (const most of [1_000_000, '999999']) {
      const { amount } = await placementFor(buyer, [{ id: custom, quantity: 1, customAmount: Number(most) }]);
      expect(await askFor(most, amount)).toMatchObject([409, { code: 'SOLD_OUT', available: 0 }]);
    }
    for (const more of [1_000_001, '999999999', 1e15])
      expect(await askFor(more, '1.00')).toMatchObject([
        400,
        { code: 'VALIDATION', fields: [{ path: 'items.0.customAmount' }] },
      ]);
  });

  it('refuses a total that no provider takes, whatever is in stock', async () => {
    const id = await shop.addProduct({ stock: 900, priceCents: 2_000_000 });
    const dear = await placementFor(buyer, [{ id, quantity: 900 }]);
    const before = await footprint();
    const answer = await buyer.agent.post(CREATE).send(dear);
    expect([answer.status, answer.body]).toMatchObject([400, { code: 'VALIDATION' }]);
    expect(answer.body.message).toContain('$999999.99');
    expect(await footprint()).toEqual(before);
  });

  it('answers ids of others, of nobody and of no form alike', async () => {
    const known = await shop.addProduct({ stock: 3 });
    const owner = await shop.signIn();
    const placed = await owner.agent
      .post(CREATE)
      .send(await placementFor(owner, [{ id: known, quantity: 1 }]))
      .expect(201);
    const refs = [
      placed.body.checkout,
      'A'.repeat(22),
      'A'.repeat(21),
      'null',
      '__proto__',
      '-1',
      '%00',
      '%ff',
      '..%2f..',
      'x'.repeat(90),
    ];
    const bodies = new Set<string>();
    for (const ref of refs) {
      for (const [verb, path] of [
        ['get', ''],
        ['post', '/refresh'],
        ['post', '/cancel'],
      ] as const) {
        const answer = await buyer.agent[verb](`/api/checkouts/${ref}${path}`);
        expect([ref, path, answer.status]).toEqual([ref, path, /^%(?:ff|00)$/.test(ref) ? 400 : 404]);
        if (answer.status === 404) bodies.add(JSON.stringify({ ...answer.body, correlationId: '' }));
      }
    }
    expect(bodies.size).toBe(1);
    await owner.agent.post(`/api/checkouts/${placed.body.checkout}/cancel`).expect(200);
  });

  it('refuses spoiled moves of orders and queries of lists', async () => {
    const ids = ['0', '-1', '1.5', '1e3', '99999999999', '2147483647', '%00', 'null', '1%20', "1'"];
    await expectRefused(ids, (id) => admin.agent.patch(`/api/admin/orders/${String(id)}/cancel`).send({}));
    const moves = ['', 'refund', 'CANCEL', '__proto__', 'constructor', '%00'];
    await expectRefused(moves, (move) => admin.agent.patch(`/api/admin/orders/1/${String(move)}`).send({}));
    await expectRefused(
      BAD_VALUES.filter((one) => one !== 0),
      (version) => raw(admin.agent.patch('/api/admin/orders/1/cancel'), JSON.stringify({ version })),
    );
    const queries = [
      'limit=0',
      'limit=501',
      'limit=1e2',
      'limit=-1',
      'limit=1&limit=2',
      'q=%00',
      'q=%ED%A0%80',
      'state=gone',
      'state=pending,',
      'cursor=x',
      'cursor=-1',
      'cursor=0',
      'cursor=1e3',
      'cursor=0x10',
      'cursor=99999999999999999999',
      'unknown=1',
      '__proto__[x]=1',
    ];
    for (const path of listPaths)
      await expectRefused(
        queries,
        (query) => admin.agent.get(`${path}?${String(query)}`),
        (fault) => fault.includes('%ED'),
      );
  });

  it('refuses an amount below 0 and a year 0, of the bot too (OWN-1266)', async () => {
    const discordId = '820192837465000001';
    const [amount, year0] = ['-1.00', '0000-01-01T00:00:00Z'];
    const by = { authorization: `Bearer ${TEST_BOT_TOKEN}` };
    const bot = request(shop.url);
    const line = { threadId: discordId, messageId: discordId, author: null, text: null, writtenAt: year0 };
    await expectRefused(['refund', 'make', 'newcomers', 'lines', 'product'], (one) => {
      if (one === 'refund') return bot.get('/api/bot/orders/1/refund').query({ discordId, amount }).set(by);
      if (one === 'make')
        return bot.post('/api/bot/orders/1/refund').set(by).send({ discordId, version: 1, amount });
      if (one === 'newcomers')
        return bot
          .post('/api/bot/newcomers')
          .set(by)
          .send({ fence: 1, members: [{ discordId, joinedAt: year0 }] });
      if (one === 'lines') return bot.post('/api/bot/ticket-threads/lines').set(by).send(line);
      return admin.agent.patch('/api/admin/products/1').send({ availableFrom: year0 });
    });
  });

  it('reads odd but lawful queries', async () => {
    const searches = ['q=%25', 'q=_%5C', "q=';--", 'q=%23999999999999', 'q=%F0%9F%92%8E'];
    const asked = [
      '/api/admin/orders?state=pending,completed',
      ...listPaths.map((path) => `${path}?limit=500`),
      ...searchedListPaths.flatMap((path) => searches.map((query) => `${path}?${query}`)),
    ];
    for (const address of asked)
      expect([address, (await admin.agent.get(address)).status]).toEqual([address, 200]);
  });

  it('takes an id that no row has as a cursor, or says that it is none of this list', async () => {
    const asked = listPaths.flatMap((path) =>
      ['99999999999', '2147483648'].map((cursor) => `${path}?cursor=${cursor}`),
    );
    for (const address of asked) {
      const { status, body } = await admin.agent.get(address);
      // Where a cursor says more than an id, an id alone is none.
      const expected = address.includes('ledger') ? [400, 'VALIDATION'] : [200, undefined];
      expect([address, status, body.code]).toEqual([address, ...expected]);
    }
  });

  /** All that is stored, but for who was seen when, and what a job notes of providers. */
  const content = async (): Promise<Record<string, string>> => {
    const tables: { name: string }[] = await shop.database.query(
      `SELECT relname AS name FROM pg_class WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace
          AND relname NOT IN ('sessions', 'rate_limits', 'migrations', 'reconciliations', 'overview_figures', 'overview_progress') ORDER BY 1`,
    );
    const entries = tables.map(async ({ name }): Promise<[string, string]> => {
      const [row]: { hash: string }[] = await shop.database.query(
        `SELECT md5(string_agg(kept::text, '|' ORDER BY kept::text)) AS hash FROM ${name} AS kept`,
      );
      return [name, row?.hash ?? ''];
    });
    return Object.fromEntries(await Promise.all(entries));
  };
  let ids: Promise<BodyIds> | undefined;
  /** A ticket of the buyer and one by a link, made once, with all that follows from them. */
  const bodyIds = (): Promise<BodyIds> =>
    (ids ??= (async () => {
      const form = { name: 'Jo', email: 'jo@example.org', subject: 'Where', message: 'is it?' };
      const own = await buyer.agent.post('/api/support-tickets').send(form).expect(201);
      const linked = await request(shop.url).post('/api/support-tickets').send(form).expect(201);
      await until(
        () => shop.database.query('SELECT 1 FROM outbox_events WHERE published_at IS NULL'),
        (waiting: unknown[]) => waiting.length === 0,
      );
      return {
        user: buyer.userId,
        ticket: own.body.id,
        token: linked.body.token,
        product: placement.items[0]?.id ?? 0,
      };
    })());

  it('has an example of every field of every body in samples/v1/calls.json', () => {
    const bare = BODIES.filter(({ call: { body }, valid }) => {
      const shown = valid.flatMap((one) => Object.keys(one));
      return valid.length === 0 || Object.keys(readFieldLimits(body)).some((field) => !shown.includes(field));
    });
    expect(bare.map(({ name }) => name)).toEqual([]);
    expect(BODIES.length).toBeGreaterThan(40);
  });

  it.each(BODIES.map((sentBody) => [sentBody.name, sentBody] as const))(
    'takes no body that %s does not describe, and keeps all as it was (OWN-189)',
    async (_name, sentBody) => {
      const { method, access } = sentBody.call;
      const address = bodyAddress(sentBody, await bodyIds());
      const { agent } = access === 'staff' || access === 'admin' ? admin : buyer;
      const verb = { POST: 'post', PUT: 'put', PATCH: 'patch' } as const;
      if (method === 'GET' || method === 'DELETE') throw new Error(`${method} sends no body`);
      const send = agent[verb[method]].bind(agent);
      const before = await content();
      const faults: string[] = [];
      for (const body of badBodies(sentBody)) {
        const asked = raw(send(address), JSON.stringify(body));
        const fault = await faultOf(body, asked);
        if (fault !== undefined) faults.push(fault);
        const { code } = (await asked).body;
        if (code !== 'VALIDATION') faults.push(`${code} for ${JSON.stringify(body).slice(0, 300)}`);
      }
      expect(faults).toEqual([]);
      expect(await content()).toEqual(before);
    },
  );

  it('changes nothing in the shop', async () => {
    expect(Object.keys(Object.prototype)).toEqual([]);
    await expectInvariants(shop);
    await buyer.agent.get('/api/products').expect(200);
  });
});
