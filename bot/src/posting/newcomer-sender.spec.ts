import { newcomerCalls, type NewcomersWelcome } from '@pax/contracts';
import { describe, expect, it } from '@jest/globals';
import { DiscordAPIError, GatewayOpcodes, GatewayRateLimitError } from 'discord.js';
import { createLogger } from '../logger.js';
import { LastingCircuits } from './circuit-breakers.js';
import { NewcomerSender, type NewcomerDeps } from './newcomer-sender.js';
import { stubCall, StubShop } from '../../test/stub-shop.js';

const signal = new AbortController().signal;
const WEEK_MS = 7 * 24 * 3_600_000;
const member = (number: number, ageMs = 1_000, isBot = false) => ({
  id: String(310_457_829_164_290_000n + BigInt(number)),
  joinedTimestamp: Date.now() - ageMs,
  user: { bot: isBot },
});
type Member = ReturnType<typeof member>;

/** A shop that notes newcomers, and wants this welcome. */
const shopThat = (note: (discordIds: string[]) => void, welcome: NewcomersWelcome | null = null): StubShop =>
  new StubShop(
    stubCall(newcomerCalls.noteNewcomers, ({ body }) => note(body.members.map(({ discordId }) => discordId))),
    stubCall(newcomerCalls.claimNewcomers, () => ({ welcome })),
    stubCall(newcomerCalls.reportNewcomers, () => undefined),
  );

describe('newcomers that the bot tells of (OWN-757)', () => {
  const told: string[][] = [];
  let list: Member[];
  let reads: number;
  let now = 0;
  const alerts: string[] = [];
  const sender = (more: Partial<NewcomerDeps> = {}): NewcomerSender => {
    told.length = 0;
    reads = 0;
    alerts.length = 0;
    return new NewcomerSender({
      shop: shopThat((members) => void told.push(members)),
      messages: { sendMessage: () => Promise.reject(new Error('nothing is to be sent')) },
      circuits: new LastingCircuits({
        key: 'welcome',
        alerts: { raiseAlert: async (title) => void alerts.push(title) },
        logger: createLogger({ level: 'silent' }),
        onUnauthorized: () => undefined,
        now: () => now,
      }),
      lease: { fence: 1, isHeld: () => true, confirmLease: () => Promise.resolve() },
      logger: createLogger({ level: 'silent' }),
      joinReward: false,
      fetchMembers: () => {
        reads += 1;
        return Promise.resolve(new Map(list.map((one) => [one.id, one])));
      },
      ...more,
    });
  };

  it('are a hundred at a time, people of the last week alone; nobody is told of twice', async () => {
    list = Array.from({ length: 250 }, (_, index) => member(index));
    const newcomers = sender();
    list.push(member(900, 1_000, true), member(901, 1.01 * WEEK_MS), member(902, 0.99 * WEEK_MS));
    await newcomers.pollOnce(signal);
    expect(told.map(({ length }) => length)).toEqual([100, 100, 51]);
    await newcomers.pollOnce(signal);
    expect(told).toHaveLength(3);
    newcomers.onMemberJoined(member(950));
    await newcomers.pollOnce(signal);
    expect(told.slice(3)).toEqual([[member(950).id]]);
  });

  it('begin with the first call, also where nobody joined of late', async () => {
    list = [];
    const newcomers = sender();
    await newcomers.pollOnce(signal);
    await newcomers.pollOnce(signal);
    expect(told).toEqual([[]]);
  });

  it('of a crowd are read from the list of members again', async () => {
    list = [];
    const newcomers = sender();
    await newcomers.pollOnce(signal);
    list = Array.from({ length: 1_001 }, (_, index) => member(index));
    for (const one of list) newcomers.onMemberJoined(one);
    await newcomers.pollOnce(signal);
    expect(reads).toBe(2);
    expect(new Set(told.flat()).size).toBe(1_001);
  });

  it('are told of who joined while the list was read, too', async () => {
    list = [member(1)];
    const newcomers = sender({
      fetchMembers: async () => {
        newcomers.onMemberJoined(member(2));
        return new Map(list.map((one) => [one.id, one]));
      },
    });
    await newcomers.pollOnce(signal);
    expect(told).toEqual([[member(1).id, member(2).id]]);
  });

  it('are all told of once the list can be read', async () => {
    list = [member(1)];
    let fails = 1;
    const newcomers = sender({
      fetchMembers: () =>
        fails-- > 0
          ? Promise.reject(new Error('no list in time'))
          : Promise.resolve(new Map(list.map((one) => [one.id, one]))),
    });
    await newcomers.pollOnce(signal);
    expect(told).toEqual([]);
    await newcomers.pollOnce(signal);
    expect(told).toEqual([[member(1).id]]);
  });

  it('are told of again until the shop has noted them, whoever joined meanwhile with them', async () => {
    list = Array.from({ length: 101 }, (_, index) => member(index));
    const noted: string[] = [];
    let fails = 0;
    const newcomers = sender({
      shop: shopThat((members) => {
        if (fails-- > 0) throw new Error('the shop does not answer');
        noted.push(...members);
      }),
    });
    fails = 1;
    await newcomers.pollOnce(signal);
    expect(noted).toEqual([]);
    newcomers.onMemberJoined(member(500));
    await newcomers.pollOnce(signal);
    expect(noted).toEqual([...list, member(500)].map(({ id }) => id));
    fails = 1;
    newcomers.onMemberJoined(member(501));
    await newcomers.pollOnce(signal);
    newcomers.onMemberJoined(member(502));
    await newcomers.pollOnce(signal);
    expect(noted.slice(102)).toEqual([member(501).id, member(502).id]);
    expect(reads).toBe(1);
  });

  it('are read no sooner than Discord hands the list out again', async () => {
    list = [member(1)];
    const limited = new GatewayRateLimitError(
      { opcode: GatewayOpcodes.RequestGuildMembers, retry_after: 30, meta: { guild_id: '1', nonce: '2' } },
      { guild_id: '1', query: '', limit: 0 },
    );
    const newcomers = sender({
      fetchMembers: () => {
        reads += 1;
        return Promise.reject(limited);
      },
    });
    for (let round = 0; round < 4; round += 1) await newcomers.pollOnce(signal);
    expect(reads).toBe(1);
  });

  it.each([
    [403, 50_013],
    [404, 10_008],
  ])('are welcomed once the channel takes it, told once and asked seldom: %i %i', async (status, code) => {
    list = [];
    let tries = 0;
    const refused = { code, message: 'no' };
    const error = new DiscordAPIError(refused, code, status, 'POST', '/', { files: undefined, body: {} });
    const newcomers = sender({
      shop: shopThat(() => undefined, { nonce: 'n', discordIds: [member(1).id] }),
      messages: {
        sendMessage: () => {
          tries += 1;
          return Promise.reject(error);
        },
      },
    });
    const HOUR_MS = 3_600_000;
    for (now = 0; now < HOUR_MS; now += 1_000) await newcomers.pollOnce(signal);
    expect(tries).toBeLessThanOrEqual(13);
    expect(alerts).toEqual(['Willkommensnachricht nicht möglich']);
  });
});
