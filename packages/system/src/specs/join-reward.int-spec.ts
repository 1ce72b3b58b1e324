import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { adminCoinStockAnswer, joinRewardAnswer, order, type JoinRewardAnswer } from '@pax/contracts';
import { until } from '@pax/local';
import { assertConsistent } from '../check/consistency.js';
import { DiscordControl, mentionsOrder, type Message } from '../support/discord-control.js';
import { RoomClient } from '../support/room-client.js';
import type { Person } from '../support/person.js';
import { signInWithDiscord } from '../support/sign-in.js';
import { sharedShop } from '../support/shared-shop.js';
import type { WholeShop } from '../support/whole-shop.js';

describe('the coins for joining, from the site and from Discord', () => {
  let shop: WholeShop;
  let discord: DiscordControl;
  let admin: Person;
  let panel: RoomClient;

  beforeAll(async () => {
    shop = await sharedShop('orders');
    discord = new DiscordControl(shop);
    admin = await signInWithDiscord(shop, 'pax.operator');
    panel = await RoomClient.open(admin, ['shop', 'admin', `user:${admin.id}`]);
  }, 120_000);
  afterEach(async () => {
    await assertConsistent(shop, [panel]);
  }, 90_000);
  afterAll(() => panel.close());

  const claim = (person: Person): Promise<JoinRewardAnswer> =>
    person.send('POST', '/api/discord/join-rewards', {}, joinRewardAnswer);
  const pool = async (): Promise<number> =>
    (await admin.get('/api/admin/coin-stock', adminCoinStockAnswer)).free;
  const replyText = (message: Message | undefined): string => message?.content ?? '';

  it('are for members only, once, and reach staff like any order, also when it is late (OWN-153, OWN-86)', async () => {
    const person = await signInWithDiscord(shop, 'passer_by');
    expect(await claim(person)).toMatchObject({ success: false, reason: 'NOT_MEMBER' });
    await discord.joinServer('passer_by');
    const before = await pool();
    const given = await claim(person);
    expect(given).toMatchObject({ success: true, coins: 1_000_000 });
    expect(await pool()).toBe(before - 1_000_000);
    const [mine] = await person.get('/api/orders', order.array());
    const id = mine?.id ?? 0;
    expect(mine).toMatchObject({ kind: 'join_reward', totalPrice: '0.00', status: 'pending' });
    const post = await discord.waitFor('orders', 'the reward', mentionsOrder(id));
    expect(JSON.stringify(post.embeds)).toContain('Beitrittsgeschenk');
    const again = await discord.typeCommand('passer_by', 'claim');
    expect(again).toMatchObject({ state: 'answered', ephemeral: true });
    expect(replyText(again.message)).toContain('already received');
    await shop.database.query(`UPDATE orders SET due_at = now() - interval '1 minute' WHERE id = $1`, [id]);
    const isLate = (one: Message): boolean =>
      mentionsOrder(id)(one) && one.id !== post.id && JSON.stringify(one.embeds).includes('Überfällig');
    await discord.waitFor('orders', 'that it is late', isLate);
    const told = await discord.listMessages('orders');
    expect(told.filter(isLate)).toHaveLength(1);
    expect(await discord.moveOrder('mira.staff', post, 'complete', id)).toMatchObject({ state: 'answered' });
    await discord.waitFor('history', 'the delivered reward', mentionsOrder(id));
  }, 60_000);

  it('are claimed in Discord by who has an account of the shop, and come free when staff cancel (OWN-154)', async () => {
    const stranger = await discord.typeCommand('tinkerfox', 'claim');
    expect(replyText(stranger.message)).toContain(
      `sign in to the shop with this Discord account: ${shop.shopUrl}`,
    );
    const person = await signInWithDiscord(shop, 'coalheart');
    const before = await pool();
    const given = await discord.typeCommand('coalheart', 'claim', { 'game-name': 'Coal_Heart' });
    const [mine] = await person.get('/api/orders', order.array());
    expect(replyText(given.message)).toContain(`#${mine?.id}`);
    expect(mine).toMatchObject({ minecraftName: 'Coal_Heart', discordUsername: 'coalheart' });
    await admin.send('PATCH', `/api/admin/orders/${mine?.id}/cancel`, {}, order);
    expect(await pool()).toBe(before);
    expect(await claim(person)).toMatchObject({ success: true });
  }, 60_000);

  it('are one reward for each of two who claim by site, command and welcome button at once (OWN-153, OWN-757)', async () => {
    const names = ['lumen_oak', 'tinkerfox'] as const;
    const people = await Promise.all(names.map((name) => signInWithDiscord(shop, name)));
    const welcome = await until(
      async () => {
        const { rows } = await shop.database.query<{ message_id: string | null }>(
          `SELECT message_id FROM lasting_messages WHERE key = 'welcome'`,
        );
        return rows[0]?.message_id ?? undefined;
      },
      { deadlineMs: 20_000, everyMs: 100, what: 'the welcome' },
    );
    const before = await pool();
    const claimInEachWay = (those: readonly Person[]) =>
      Promise.all(
        those.flatMap((person, index) => {
          const name = names[index] ?? '';
          return [
            claim(person),
            discord.typeCommand(name, 'claim'),
            discord.pressButton(name, 'general', welcome, '1:claim-reward'),
          ];
        }),
      );
    await claimInEachWay(people);
    for (const person of people) expect(await person.get('/api/orders', order.array())).toHaveLength(1);
    expect(await pool()).toBe(before - 2_000_000);

    // Neither a member who returns nor one with a second account is new.
    for (const name of names) {
      await discord.leaveServer(name);
      await discord.joinServer(name);
    }
    await claimInEachWay(people);
    const ids = people.map(({ id }) => id);
    await shop.database.query('UPDATE users SET discord_id = NULL WHERE id = ANY($1)', [ids]);
    const others = await Promise.all(names.map((name) => signInWithDiscord(shop, name)));
    expect(others.map(({ id }) => id)).not.toEqual(ids);
    await claimInEachWay(others);
    for (const person of people) expect(await person.get('/api/orders', order.array())).toHaveLength(1);
    for (const other of others) expect(await other.get('/api/orders', order.array())).toEqual([]);
    expect(await pool()).toBe(before - 2_000_000);
  }, 90_000);
});
