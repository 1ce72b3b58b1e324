import { describe, expect, it } from '@jest/globals';
import { createLogger } from '../core/logger.js';
import { NewcomerSender, type NewcomerDeps } from './newcomers.js';

const signal = new AbortController().signal;
const member = (number: number, ageMs = 1_000, isBot = false) => ({
  id: String(310_457_829_164_290_000n + BigInt(number)),
  joinedTimestamp: Date.now() - ageMs,
  user: { bot: isBot },
});
type Member = ReturnType<typeof member>;

describe('newcomers that the bot tells of (OWN-747)', () => {
  const told: string[][] = [];
  let list: Member[];
  let reads: number;
  const sender = (more: Partial<NewcomerDeps> = {}): NewcomerSender => {
    told.length = 0;
    reads = 0;
    return new NewcomerSender({
      backend: {
        note: (_fence, members) => {
          told.push(members.map(({ discordId }) => discordId));
          return Promise.resolve();
        },
        claim: () => Promise.resolve(null),
        report: () => Promise.resolve(),
      },
      messages: { send: () => Promise.reject(new Error('nothing is to be sent')) },
      lease: { fence: 1, isHeld: () => true, confirm: () => Promise.resolve() },
      logger: createLogger({ level: 'silent' }),
      joinReward: false,
      members: () => {
        reads += 1;
        return Promise.resolve(new Map(list.map((one) => [one.id, one])));
      },
      ...more,
    });
  };

  it('are a hundred at a time, people of the last week alone; nobody is told of twice', async () => {
    list = Array.from({ length: 250 }, (_, index) => member(index));
    const newcomers = sender();
    list.push(member(900, 1_000, true), member(901, 8 * 24 * 3_600_000));
    await newcomers.round(signal);
    expect(told.map(({ length }) => length)).toEqual([100, 100, 50]);
    await newcomers.round(signal);
    expect(told).toHaveLength(3);
    newcomers.hear(member(950));
    await newcomers.round(signal);
    expect(told.slice(3)).toEqual([[member(950).id]]);
  });

  it('begin with the first call, also where nobody joined of late', async () => {
    list = [];
    const newcomers = sender();
    await newcomers.round(signal);
    await newcomers.round(signal);
    expect(told).toEqual([[]]);
  });

  it('of a crowd are read from the list of members again', async () => {
    list = [];
    const newcomers = sender();
    await newcomers.round(signal);
    list = Array.from({ length: 1_001 }, (_, index) => member(index));
    for (const one of list) newcomers.hear(one);
    await newcomers.round(signal);
    expect(reads).toBe(2);
    expect(new Set(told.flat()).size).toBe(1_001);
  });

  it('are all told of once the list can be read', async () => {
    list = [member(1)];
    let fails = 1;
    const newcomers = sender({
      members: () =>
        fails-- > 0
          ? Promise.reject(new Error('no list in time'))
          : Promise.resolve(new Map(list.map((one) => [one.id, one]))),
    });
    await newcomers.round(signal);
    expect(told).toEqual([]);
    await newcomers.round(signal);
    expect(told).toEqual([[member(1).id]]);
  });
});
