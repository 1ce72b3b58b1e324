import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import type { StaffOrder } from '@pax/contracts';
import { buy, onePieceOf, actOnPayPage, place, waitForState } from '../../../test/buying.js';
import { changeOrderAsStaff, CRYPTO_SHOP, orderByCrypto } from '../../../test/crypto-shop.js';
import { expectSettled } from '../../../test/expect-settled.js';
import { startMoneyShop } from '../../../test/money-shop.js';
import type { Shop } from '../../../test/shop.js';
import type { SignedIn } from '../../../test/sign-in.js';
import { SocketClient } from '../../../test/sockets.js';
import { runJob } from '../../../test/jobs.js';

jest.setTimeout(30_000);

describe('orders for a name that a blocked account ordered for (OWN-874)', () => {
  let shop: Shop;
  let admin: SignedIn;
  beforeAll(async () => {
    shop = await startMoneyShop(CRYPTO_SHOP);
    admin = await shop.signIn({ admin: true });
  });
  afterAll(() => shop.close());

  const orderFor = async (buyer: SignedIn, inGameName: string): Promise<number> => {
    const { orders } = await buy(buyer, onePieceOf(await shop.addProduct({})), { inGameName });
    return orders[0] ?? 0;
  };
  const marked = async (...ids: number[]): Promise<boolean[]> => {
    const { body }: { body: StaffOrder[] } = await admin.agent.get('/api/admin/orders?limit=500').expect(200);
    return ids.map((id) => body.find((order) => order.id === id)?.blockedName === true);
  };
  const changeBlock = async ({ userId }: SignedIn, blocked: boolean): Promise<void> => {
    const input = blocked ? { blocked, reason: 'fraud' } : { blocked };
    await admin.agent.patch(`/api/admin/users/${userId}/block`).send(input).expect(200);
  };
  const setBlocked = async (person: SignedIn, blocked: boolean): Promise<void> => {
    await changeBlock(person, blocked);
    await runJob(shop.app, 'blocked-names');
  };

  it('are marked for staff, whichever came first, in every writing of the name, until the block ends', async () => {
    const [thief, victim] = [await shop.signIn(), await shop.signIn()];
    const before = await orderFor(victim, 'night_owl_7');
    const other = await orderFor(victim, 'night_owl_8');
    await orderFor(thief, '.Night Owl 7');
    expect(await marked(before, other)).toEqual([false, false]);
    const panel = new SocketClient(shop.url, { origin: shop.url, cookie: admin.cookie });
    await panel.waitForRooms(3);
    await setBlocked(thief, true);
    await expectSettled(shop);
    const seen = panel.messages.filter(({ data }) => Object(data).id === before);
    expect(seen.at(-1)?.data).toMatchObject({ blockedName: true, version: 2 });
    panel.close();
    const after = await orderFor(victim, 'NIGHT_OWL_7');
    expect(await marked(before, other, after)).toEqual([true, false, true]);
    await runJob(shop.app, 'blocked-names');
    await setBlocked(thief, false);
    expect(await marked(before, other, after)).toEqual([false, false, false]);
    expect(await marked(await orderFor(victim, 'night_owl_7'))).toEqual([false]);
  });

  it('are marked as the last of several changes says that came between two looks (OWN-1184)', async () => {
    const discordId = '427196530852973001';
    const [thief, victim] = [await shop.signIn({ discordId }), await shop.signIn()];
    await orderFor(thief, 'Early_Bird');
    await setBlocked(thief, true);
    const early = await orderFor(victim, 'early_bird');
    await changeBlock(thief, false);
    await orderFor(await shop.signIn({ discordId }), 'Late_Bird');
    await setBlocked(thief, true);
    const late = await orderFor(victim, 'late_bird');
    expect(await marked(early, late)).toEqual([true, true]);
    await changeBlock(thief, false);
    await changeBlock(thief, true);
    await setBlocked(thief, false);
    expect(await marked(early, late)).toEqual([false, false]);
  });

  it('stay marked while another blocked account ordered for the name', async () => {
    const [first, second, victim] = [await shop.signIn(), await shop.signIn(), await shop.signIn()];
    for (const thief of [first, second]) await orderFor(thief, 'Two_Thieves');
    await setBlocked(first, true);
    await setBlocked(second, true);
    const order = await orderFor(victim, 'two_thieves');
    await setBlocked(first, false);
    expect(await marked(order)).toEqual([true]);
    await setBlocked(second, false);
    expect(await marked(order)).toEqual([false]);
  });

  it('are marked when the block comes between the checkout and its payment', async () => {
    const [thief, victim] = [await shop.signIn(), await shop.signIn()];
    await orderFor(thief, 'In_Between');
    const { url, checkout } = await place(victim, onePieceOf(await shop.addProduct({})), {
      inGameName: 'in_between',
    });
    await setBlocked(thief, true);
    await actOnPayPage(url, 'pay');
    const { orders } = await waitForState(victim, checkout, 'paid');
    expect(await marked(orders[0] ?? 0)).toEqual([true]);
  });

  it('are not marked for names of checkouts that nobody paid (OWN-1347)', async () => {
    const [thief, victim] = [await shop.signIn(), await shop.signIn()];
    const cart = async () => onePieceOf(await shop.addProduct({}));
    const { checkout } = await place(thief, await cart(), { inGameName: 'Never_Paid' });
    await thief.agent.post(`/api/checkouts/${checkout}/cancel`).expect(200);
    await orderByCrypto(thief, await cart(), { inGameName: 'Never_Sent' });
    await setBlocked(thief, true);
    const orders = [await orderFor(victim, 'never_paid'), await orderFor(victim, 'never_sent')];
    expect(await marked(...orders)).toEqual([false, false]);
  });

  it('are not marked for names of free orders before delivery (OWN-1347)', async () => {
    const [thief, victim] = [await shop.signIn(), await shop.signIn()];
    const gift = onePieceOf(await shop.addProduct({ priceCents: 0 }));
    const { checkout } = await place(thief, gift, { inGameName: 'For_Nothing' });
    const { orders } = await waitForState(thief, checkout, 'paid');
    await setBlocked(thief, true);
    const order = await orderFor(victim, 'for_nothing');
    expect(await marked(order)).toEqual([false]);
    await setBlocked(thief, false);
    await changeOrderAsStaff(admin, orders[0], 'complete').expect(200);
    await setBlocked(thief, true);
    expect(await marked(order)).toEqual([true]);
  });

  it('are not marked for a name that the blocked account only wrote in its profile', async () => {
    const [thief, victim] = [await shop.signIn(), await shop.signIn()];
    await thief.agent.put('/api/account/profile').send({ minecraftName: 'Only_Typed' }).expect(200);
    await setBlocked(thief, true);
    expect(await marked(await orderFor(victim, 'only_typed'))).toEqual([false]);
  });
});
