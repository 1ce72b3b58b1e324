import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { adminCoinStockAnswer, order } from '@pax/contracts';
import { discordWorld } from '@pax/stand-ins';
import { assertConsistent } from '../check/consistency.js';
import { DiscordControl, mentionsOrder } from '../support/discord-control.js';
import { RoomClient } from '../support/room-client.js';
import { refusalCode, Person } from '../support/person.js';
import { readBotToken } from '../support/run-record.js';
import {
  buyByCard,
  submitPayPage,
  placeCheckout,
  productNamed,
  waitForCheckout,
} from '../support/shopping.js';
import { newCustomer, signInWithDiscord } from '../support/sign-in.js';
import { sharedShop } from '../support/shared-shop.js';
import type { WholeShop } from '../support/whole-shop.js';

describe('one purchase, from the shop to Discord and back', () => {
  let shop: WholeShop;
  let discord: DiscordControl;
  let admin: Person;
  let panel: RoomClient;
  const pages: RoomClient[] = [];

  beforeAll(async () => {
    shop = await sharedShop('orders');
    discord = new DiscordControl(shop);
    admin = await signInWithDiscord(shop, 'pax.operator');
    panel = await RoomClient.open(admin, ['shop', 'admin', `user:${admin.id}`]);
  }, 120_000);
  afterEach(async () => {
    await assertConsistent(shop, [panel, ...pages]);
  }, 90_000);
  afterAll(() => {
    for (const page of [panel, ...pages]) page.close();
  });

  /** Creates a customer with an open account page. */
  const customer = async (): Promise<{ buyer: Person; page: RoomClient; room: string }> => {
    const buyer = await newCustomer(shop);
    const room = `user:${buyer.id}`;
    const page = await RoomClient.open(buyer, ['shop', room]);
    pages.push(page);
    return { buyer, page, room };
  };

  it('is served by a database role that can alter nothing (OWN-426)', async () => {
    const { body } = await admin.call('GET', '/api/health/ready');
    expect(body).toMatchObject({ status: 'ok', warnings: [] });
    const { rows } = await shop.database.query<{ name: string; owns: boolean }>(
      `SELECT DISTINCT usename AS name, pg_has_role(usename, c.relowner, 'USAGE') AS owns
         FROM pg_stat_activity, pg_class c
        WHERE c.oid = 'orders'::regclass AND datname = current_database() AND pid <> pg_backend_pid()
          AND application_name = '' AND usename <> current_user`,
    );
    expect(rows.map(({ owns }) => owns)).toEqual([false]);
  });

  it('is posted once, completed by the button of staff, and sent to panel and buyer (OWN-128, OWN-129, OWN-148)', async () => {
    const { buyer, page, room } = await customer();
    const totem = await productNamed(buyer, 'Totem of Return');
    const { url, checkout } = await placeCheckout(buyer, [{ id: totem.id, quantity: 2 }]);
    expect(await submitPayPage(url, 'pay')).toBe(`${shop.shopUrl}/payment-success?checkout=${checkout}`);
    const { orders } = await waitForCheckout(buyer, checkout, 'paid');
    const [id = 0] = orders;
    expect(orders).toHaveLength(1);

    await panel.waitForMessage(
      'admin',
      'the new order',
      ({ type, data }) => type === 'order.paid' && orderId(data) === id,
    );
    await page.waitForMessage(
      room,
      'the own order',
      ({ type, data }) => type === 'order.paid' && orderId(data) === id,
    );
    const post = await discord.waitFor('orders', 'the order', mentionsOrder(id));
    const [placed] = await buyer.get('/api/orders', order.array());
    const token = Date.parse(placed?.createdAt ?? '').toString(36);
    const completeButton = `order:complete:${id}:${token}`;
    expect(listButtons(post)).toContain(completeButton);

    await expect(discord.pressButton('coalheart', 'orders', post.id, completeButton)).rejects.toThrow(
      'Missing Access',
    );
    expect(await sendAsBot(shop, `/api/bot/orders/${id}/complete`, 'coalheart')).toBe('FORBIDDEN');
    expect(refusalCode(await buyer.call('PATCH', `/api/admin/orders/${id}/complete`, {}))).toBe('FORBIDDEN');
    expect(await buyer.get('/api/orders', order.array())).toMatchObject([{ id, status: 'pending' }]);

    const done = await discord.pressButton('mira.staff', 'orders', post.id, completeButton);
    expect(done).toMatchObject({ state: 'answered', ephemeral: true });
    expect(await buyer.get('/api/orders', order.array())).toMatchObject([{ id, status: 'completed' }]);
    const completed = ({ type, data }: { type: string; data: unknown }): boolean =>
      type === 'order.completed' && orderId(data) === id;
    await panel.waitForMessage('admin', 'the completed order', completed);
    await page.waitForMessage(room, 'the completed order', completed);
    await discord.waitFor('history', 'the completed order', mentionsOrder(id));
    await discord.waitFor(
      'orders',
      'a post without buttons for the order',
      (one) => one.id === post.id && !offersMove(one, id),
    );
  }, 60_000);

  it('is completed in the panel, which edits the post in Discord (OWN-129)', async () => {
    const { buyer, page, room } = await customer();
    const kit = await productNamed(buyer, 'Starter Kit');
    const [id = 0] = (await buyByCard(buyer, [{ id: kit.id, quantity: 1 }])).orders;
    const post = await discord.waitFor('orders', 'the order', mentionsOrder(id));
    expect(post.edited_timestamp).toBeNull();
    expect(offersMove(post, id)).toBe(true);

    const taken = await admin.send('PATCH', `/api/admin/orders/${id}/process`, {}, order);
    expect(taken).toMatchObject({ id, status: 'processing' });
    const completed = await admin.send('PATCH', `/api/admin/orders/${id}/complete`, {}, order);
    expect(completed).toMatchObject({ id, status: 'completed' });
    await page.waitForMessage(room, 'the completed order', ({ type }) => type === 'order.completed');
    await discord.waitFor(
      'orders',
      'the edited post',
      (one) => one.id === post.id && one.edited_timestamp !== null && !offersMove(one, id),
    );
    await discord.waitFor('history', 'the completed order', mentionsOrder(id));

    const again = await admin.call('PATCH', `/api/admin/orders/${id}/complete`, {});
    expect([again.status, refusalCode(again)]).toEqual([409, 'ILLEGAL_MOVE']);
    await admin.send('PATCH', `/api/admin/orders/${id}/archive`, {}, order);
    const archived = await admin.get('/api/admin/orders/archived', order.array());
    expect(archived.map((one) => one.id)).toContain(id);
  }, 60_000);

  it('takes coins from the pool and notifies everybody of what is left (OWN-112)', async () => {
    const { buyer, page } = await customer();
    const pool = (): Promise<{ free: number; held: number }> =>
      admin.get('/api/admin/coin-stock', adminCoinStockAnswer);
    const before = await pool();
    const custom = await productNamed(buyer, 'Custom Coins');
    await buyByCard(buyer, [{ id: custom.id, quantity: 1, customAmount: 40 }]);
    await page.waitForMessage('shop', 'the smaller pool', ({ type }) => type === 'coins.changed');
    expect(await pool()).toMatchObject({ free: before.free - 40_000_000, held: before.held });
  }, 60_000);
});

/**
 * Calls the shop as the bot on behalf of a person, as if a customer pressed a staff button. @returns the refusal's
 * code
 */
async function sendAsBot(shop: WholeShop, path: string, user: string): Promise<string> {
  const discordId = discordWorld.users.find(({ username }) => username === user)?.id;
  const authorization = `Bearer ${readBotToken(shop.dataDir)}`;
  return refusalCode(await new Person(shop.shopUrl).call('POST', path, { discordId }, { authorization }));
}

const orderId = (data: unknown): number => order.parse(data).id;
/**
 * Whether a message has a button that moves an order. Orders of the same moment share a message and keep their own
 * buttons.
 */
const offersMove = (message: Parameters<typeof listButtons>[0], id: number): boolean =>
  listButtons(message).some(
    (button) => button?.startsWith('order:') === true && button.split(':')[2] === String(id),
  );
const listButtons = (message: {
  components: { components: { custom_id?: string }[] }[];
}): (string | undefined)[] => message.components.flatMap((row) => row.components.map((one) => one.custom_id));
