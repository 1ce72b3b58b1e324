import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import request from 'supertest';
import { buy, onePieceOf } from '../../../test/buying.js';
import { linkDiscord, signInWithDiscord } from '../../../test/discord-browser.js';
import { DiscordPeer } from '../../../test/discord-peer.js';
import { referralCodeOf } from '../../../test/referral.js';
import { startShop, type Shop } from '../../../test/shop.js';
import type { SignedIn } from '../../../test/sign-in.js';

jest.setTimeout(60_000);

const PASSWORD = 'the owner knows it';

describe('a code of another account that had the same Discord account (OWN-58)', () => {
  const peer = new DiscordPeer();
  let shop: Shop;
  let people = 0;
  beforeAll(async () => {
    await peer.listen();
    shop = await startShop(peer.settings());
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
    const referralCode = await referralCodeOf(owner);
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
});
