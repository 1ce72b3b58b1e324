import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { claimNewcomersAnswer } from '@pax/contracts';
import { startDiscordShop, type DiscordShop } from '../../../test/discord-shop.js';
import { Newcomers } from './newcomers.js';

const person = (number: number): string => `3104578291642${String(90_000 + number)}`;

describe('newcomers of the Discord server (OWN-757)', () => {
  let shop: DiscordShop;
  let fence: number;
  beforeAll(async () => {
    shop = await startDiscordShop();
    fence = await shop.takeLease('bot-one-1');
  });
  afterAll(() => shop.close());
  beforeEach(() => shop.database.query('DELETE FROM newcomers'));

  const note = async (ids: readonly string[], joinedAt = new Date(Date.now() + 1_000), by = fence) =>
    shop.call('/newcomers', {
      fence: by,
      members: ids.map((discordId) => ({ discordId, joinedAt: joinedAt.toISOString() })),
    });
  const claim = async () =>
    claimNewcomersAnswer.parse((await shop.call('/newcomers/claim', { fence })).body).welcome;
  const report = (nonce: string) => shop.call('/newcomers/report', { fence, nonce });

  it('are welcomed once each, ten at a time, whoever tells of them how often', async () => {
    const ids = Array.from({ length: 12 }, (_, index) => person(index));
    await Promise.all([note(ids), note(ids.slice(0, 5))]);
    const first = await claim();
    expect(first?.discordIds).toHaveLength(10);
    expect(await claim()).toEqual(first);
    for (let times = 0; times < 2; times += 1) expect((await report(first?.nonce ?? '')).status).toBe(204);
    const second = await claim();
    expect([...(first?.discordIds ?? []), ...(second?.discordIds ?? [])].toSorted()).toEqual(ids.toSorted());
    await report(second?.nonce ?? '');
    await note(ids);
    expect(await claim()).toBeNull();
  });

  it('are none who joined before the first call, or long ago', async () => {
    await note([person(21)], new Date(Date.now() - 3_600_000));
    await note([person(22)], new Date(Date.now() - 8 * 24 * 3_600_000));
    expect(await claim()).toBeNull();
  });

  it('are named up to fifty of a crowd, the latest; nobody is named later for it', async () => {
    for (let joined = 0; joined < 60; joined += 1)
      await shop.database.query(
        `INSERT INTO newcomers (discord_id, joined_at) VALUES ($1, now() + $2 * interval '1 second')`,
        [person(100 + joined), joined],
      );
    const named: string[] = [];
    for (let next = await claim(); next; next = await claim()) {
      named.push(...next.discordIds);
      await report(next.nonce);
    }
    expect(named).toEqual(Array.from({ length: 50 }, (_, index) => person(110 + index)));
  });

  it('are forgotten after a week, whether or not anybody tells of others', async () => {
    await note([person(51)]);
    await shop.app.get(Newcomers).deleteOldNewcomers();
    expect(await shop.database.query('SELECT count(*)::int AS n FROM newcomers')).toEqual([{ n: 1 }]);
    await shop.database.query(`UPDATE newcomers SET joined_at = now() - interval '7 days 1 minute'`);
    await shop.app.get(Newcomers).deleteOldNewcomers();
    expect(await shop.database.query('SELECT count(*)::int AS n FROM newcomers')).toEqual([{ n: 0 }]);
  });

  it('are rather not welcomed than twice where nobody reported it in time', async () => {
    await note([person(31)]);
    expect((await claim())?.discordIds).toEqual([person(31)]);
    await shop.database.query(`UPDATE newcomers SET tried_at = now() - interval '3 minutes'`);
    expect(await claim()).toBeNull();
  });

  it('are taken from the bot that holds the lease alone', async () => {
    expect((await note([person(41)], new Date(), fence - 1)).status).toBe(409);
    expect(await claim()).toBeNull();
  });
});
