import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import request from 'supertest';
import { buy, onePieceOf, actOnPayPage, place, waitForState } from '../../../test/buying.js';
import { linkDiscord, signInWithDiscord } from '../../../test/discord-sign-in.js';
import { DiscordPeer } from '../../../test/discord-peer.js';
import { startMoneyShop } from '../../../test/money-shop.js';
import { expectSettled } from '../../../test/expect-settled.js';
import { readReferralCode } from '../../../test/referral.js';
import type { Shop } from '../../../test/shop.js';
import type { SignedIn } from '../../../test/sign-in.js';

jest.setTimeout(60_000);

const PASSWORD = 'the owner knows it';

describe('a code of another account that had the same Discord account (OWN-58)', () => {
  const peer = new DiscordPeer();
  let shop: Shop;
  let people = 0;
  beforeAll(async () => {
    await peer.listen();
    shop = await startMoneyShop(peer.settings());
  });
  afterAll(async () => {
    await shop.close();
    await peer.close();
  });

  const newPerson = (): string => {
    people += 1;
    const id = `8301928374650${String(people).padStart(5, '0')}`;
    peer.people.set(id, `person_${people}`);
    peer.members.set(id, []);
    return id;
  };
  const registered = async (): Promise<SignedIn> => {
    people += 1;
    const username = `person ${people} of two`;
    const agent = request.agent(shop.url);
    const input = { username, password: PASSWORD };
    const { body } = await agent.post('/api/auth/register').send(input).expect(201);
    return { agent, userId: body.user.id, username, cookie: '' };
  };
  const byDiscord = async (personId: string): Promise<SignedIn> => {
    const agent = request.agent(shop.url);
    expect((await signInWithDiscord(agent, peer, personId)).status).toBe(302);
    const { body } = await agent.get('/api/auth/me').expect(200);
    return { agent, userId: body.id, username: body.username, cookie: '' };
  };
  const link = async ({ agent }: SignedIn, personId: string): Promise<void> => {
    expect((await linkDiscord(agent, peer, { personId, currentPassword: PASSWORD })).status).toBe(302);
  };
  const unlink = ({ agent }: SignedIn) =>
    agent.post('/api/account/discord/unlink').send({ currentPassword: PASSWORD }).expect(200);
  /** Links and unlinks a Discord account. */
  const had = async (person: SignedIn, personId: string): Promise<SignedIn> => {
    await link(person, personId);
    await unlink(person);
    return person;
  };
  const applies = async ({ agent }: SignedIn, owner: SignedIn): Promise<number | string> => {
    const referralCode = await readReferralCode(owner);
    const { status, body } = await agent.post('/api/referrals/apply').send({ referralCode });
    return body.code ?? status;
  };

  it('is an own one, whichever had it first or has it now', async () => {
    const [id, otherId] = [newPerson(), newPerson()];
    const first = await had(await registered(), id);
    const byId = await byDiscord(id);
    expect(await applies(byId, first)).toBe('REFERRAL_OWN_CODE');
    expect(await applies(first, byId)).toBe('REFERRAL_OWN_CODE');
    // Neither has it, then the first one again while the second one has another.
    const owner = await had(await registered(), otherId);
    const between = await had(await registered(), otherId);
    expect(await applies(between, owner)).toBe('REFERRAL_OWN_CODE');
    await link(owner, otherId);
    await link(between, newPerson());
    expect(await applies(between, owner)).toBe('REFERRAL_OWN_CODE');
    expect(await applies(owner, between)).toBe('REFERRAL_OWN_CODE');
    expect(await applies(between, first)).toBe(200);
  });

  it('brings neither discount nor bonus nor commission from when the one gets it after the other', async () => {
    const [referrer, friend] = [await registered(), await registered()];
    const id = newPerson();
    await link(referrer, id);
    expect(await applies(friend, referrer)).toBe(200);
    const items = onePieceOf(await shop.addProduct({ priceCents: 10_000, stock: 5 }));
    const quote = async () =>
      (await friend.agent.post('/api/checkout/quote').send({ items, useStoreCredit: true })).body;
    const pending = async () =>
      (await referrer.agent.get('/api/referrals/stats').expect(200)).body.stats.pending_store_credit;
    await buy(friend, items);
    expect([(await quote()).total, await pending()]).toEqual(['90.00', '9.50']);
    await unlink(referrer);
    await link(friend, id);
    expect(await quote()).toMatchObject({ total: '100.00', discounts: { referral: '0.00' } });
    const { orders } = await buy(friend, items);
    const { body } = await friend.agent.get('/api/orders').expect(200);
    const mine = { id: orders[0], referralCode: null, referralDiscount: '0.00' };
    expect(body).toContainEqual(expect.objectContaining(mine));
    expect(await pending()).toBe('9.50');
  });

  /** Gives an account the Discord account of another one. */
  const moveDiscord = async (from: SignedIn, to: SignedIn, personId: string): Promise<void> => {
    await unlink(from);
    await link(to, personId);
  };

  it('closes no circle through a person who has several accounts (OWN-58)', async () => {
    const [first, friend, second] = [await registered(), await registered(), await registered()];
    const id = newPerson();
    await link(first, id);
    expect(await applies(friend, first)).toBe(200);
    expect(await applies(first, friend)).toBe('REFERRAL_CIRCLE');
    await moveDiscord(first, second, id);
    expect(await applies(second, friend)).toBe('REFERRAL_CIRCLE');
    // A friend of the person's other account, whom the first account follows.
    const stranger = await registered();
    expect(await applies(first, stranger)).toBe(200);
    const late = await registered();
    expect(await applies(late, second)).toBe(200);
    expect(await applies(stranger, late)).toBe('REFERRAL_CIRCLE');
    expect(await applies(await registered(), late)).toBe(200);
  });

  it('brings the person nothing where a circle closes after it was applied, and its friend all (OWN-58)', async () => {
    const [first, friend, second] = [await registered(), await registered(), await registered()];
    const id = newPerson();
    await link(first, id);
    expect(await applies(friend, first)).toBe(200);
    expect(await applies(second, friend)).toBe(200);
    await moveDiscord(first, second, id);
    const items = onePieceOf(await shop.addProduct({ priceCents: 10_000, stock: 5 }));
    const quoteOf = async ({ agent }: SignedIn) =>
      (await agent.post('/api/checkout/quote').send({ items, useStoreCredit: true })).body.total;
    expect([await quoteOf(second), await quoteOf(friend)]).toEqual(['100.00', '90.00']);
  });

  describe('that was another person’s when the purchase was placed (OWN-58)', () => {
    const priceCents = 10_000;
    let admin: SignedIn;
    beforeAll(async () => {
      admin = await shop.signIn({ admin: true });
    });
    const pair = async (): Promise<{ referrer: SignedIn; friend: SignedIn; id: string }> => {
      const [referrer, friend, id] = [await registered(), await registered(), newPerson()];
      await link(referrer, id);
      expect(await applies(friend, referrer)).toBe(200);
      return { referrer, friend, id };
    };
    const order = (id: number | undefined, act: string) => `/api/admin/orders/${id}/${act}`;
    /** Store credit that a referrer has and that is pending. */
    const earned = async ({ agent }: SignedIn): Promise<string[]> => {
      const { body } = await agent.get('/api/referrals/stats').expect(200);
      return [body.stats.pending_store_credit, body.stats.total_store_credit];
    };

    it('earns no commission by what is paid afterwards, at the price that was shown', async () => {
      const { referrer, friend, id } = await pair();
      const items = onePieceOf(await shop.addProduct({ priceCents, stock: 5 }));
      const { url, checkout } = await place(friend, items);
      await moveDiscord(referrer, friend, id);
      await actOnPayPage(url, 'pay');
      const { total, orders } = await waitForState(friend, checkout, 'paid');
      expect([total, await earned(referrer)]).toEqual(['95.00', ['0.00', '0.00']]);
      await admin.agent.patch(order(orders[0], 'complete')).send({}).expect(200);
      await expectSettled(shop);
      expect(await earned(referrer)).toEqual(['0.00', '0.00']);
      await admin.agent.post(order(orders[0], 'refund')).send({ amount: '20.00' }).expect(200);
      await admin.agent.post(order(orders[0], 'refund')).send({}).expect(200);
      await expectSettled(shop);
      expect(await earned(referrer)).toEqual(['0.00', '0.00']);
    });

    it('earns none by what is delivered afterwards; what was booked before stays until it is given back', async () => {
      const { referrer, friend, id } = await pair();
      const items = onePieceOf(await shop.addProduct({ priceCents, stock: 5 }));
      const [delivered, waiting] = [await buy(friend, items), await buy(friend, items)];
      await admin.agent.patch(order(delivered.orders[0], 'complete')).send({}).expect(200);
      expect(await earned(referrer)).toEqual(['9.50', '9.50']);
      await moveDiscord(referrer, friend, id);
      await admin.agent.patch(order(waiting.orders[0], 'complete')).send({}).expect(200);
      await expectSettled(shop);
      expect(await earned(referrer)).toEqual(['0.00', '9.50']);
      await admin.agent.post(order(waiting.orders[0], 'refund')).send({}).expect(200);
      expect(await earned(referrer)).toEqual(['0.00', '9.50']);
      await admin.agent.post(order(delivered.orders[0], 'refund')).send({}).expect(200);
      await expectSettled(shop);
      expect(await earned(referrer)).toEqual(['0.00', '0.00']);
    });
  });
});
