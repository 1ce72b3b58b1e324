import { beforeEach, describe, expect, it } from '@jest/globals';
import type { QueryClient } from '@tanstack/react-query';
import { LOYALTY, ME } from '../../../lib/http/query-keys';
import { createQueryClient } from '../../../lib/http/query-client';
import { loyalty, reward, transaction } from '../../../test/loyalty';
import { user } from '../../../test/user';
import {
  syncStoredLoyalty,
  LOYALTY_KEY,
  useStoredLoyalty,
  NOTHING_STORED,
  readStoredLoyalty,
} from './stored-loyalty';

const answer = loyalty({ transactions: [transaction(1)], rewards: [reward(3)] });
const stored = (): unknown => {
  const text = localStorage.getItem(LOYALTY_KEY);
  return text === null ? null : JSON.parse(text);
};
const kept = (fields: object) => JSON.stringify({ state: fields, version: 1 });

let client: QueryClient;
let stop: () => void;
beforeEach(() => {
  stop?.();
  useStoredLoyalty.setState(NOTHING_STORED);
  localStorage.clear();
  client = createQueryClient();
  stop = syncStoredLoyalty(client);
});

describe('the browser’s copy of the loyalty', () => {
  it('mirrors what the server says, version 1 under its own key (SHOP-3.13, SHOP-4.6, SHOP-7.16)', () => {
    client.setQueryData(ME, user({ id: 7 }));
    client.setQueryData(LOYALTY, answer);
    const { points, pendingPoints, totalSpent, membershipTier, transactions, rewards } = answer;
    const mirror = { owner: 7, points, pendingPoints, totalSpent, membershipTier, transactions, rewards };
    expect(useStoredLoyalty.getState()).toEqual(mirror);
    expect(stored()).toEqual({ state: mirror, version: 1 });
  });

  it('follows the server and nothing else', () => {
    client.setQueryData(ME, user({ id: 7 }));
    client.setQueryData(LOYALTY, answer);
    client.setQueryData(LOYALTY, { ...answer, points: 40 });
    expect(useStoredLoyalty.getState().points).toBe(40);
  });

  it('survives a reload (SHOP-4.6)', async () => {
    const { points, pendingPoints, totalSpent, membershipTier, transactions, rewards } = answer;
    localStorage.setItem(
      LOYALTY_KEY,
      kept({ owner: 7, points, pendingPoints, totalSpent, membershipTier, transactions, rewards }),
    );
    await useStoredLoyalty.persist.rehydrate();
    expect(useStoredLoyalty.getState()).toMatchObject({ owner: 7, points: 1240 });
  });

  it('stays while it is unknown who is here, and goes when nobody or somebody else is', () => {
    client.setQueryData(ME, user({ id: 7 }));
    client.setQueryData(LOYALTY, answer);
    client.setQueryData(ME, null);
    expect(useStoredLoyalty.getState()).toEqual(NOTHING_STORED);
    expect(stored()).toBeNull();

    useStoredLoyalty.setState(readStoredLoyalty({ ...answer, owner: 7 }));
    client = createQueryClient();
    stop();
    stop = syncStoredLoyalty(client);
    expect(useStoredLoyalty.getState().owner).toBe(7);
    client.setQueryData(ME, user({ id: 8 }));
    expect(useStoredLoyalty.getState()).toEqual(NOTHING_STORED);
  });
});

describe('what an older or damaged browser kept', () => {
  const whole = readStoredLoyalty({ ...answer, owner: 7 });

  it.each([
    ['nothing', undefined],
    ['a text', 'points'],
    ['no owner', { ...whole, owner: undefined }],
    ['points as text', { ...whole, points: '1240' }],
    ['a tier of its own', { ...whole, membershipTier: 'obsidian' }],
    ['an amount with a sign', { ...whole, totalSpent: '$312.50' }],
    ['a broken line', { ...whole, transactions: [...whole.transactions, { id: 2 }] }],
    ['a reward without an end', { ...whole, rewards: [{ ...whole.rewards[0], expiresAt: 'soon' }] }],
  ])('is dropped whole: %s', (_, fields) => {
    expect(readStoredLoyalty(fields)).toEqual(NOTHING_STORED);
  });

  it('is dropped with another version, or when it is no JSON', async () => {
    for (const text of [JSON.stringify({ state: whole, version: 0 }), '{broken']) {
      localStorage.setItem(LOYALTY_KEY, text);
      await useStoredLoyalty.persist.rehydrate();
      expect(useStoredLoyalty.getState().owner).toBeNull();
    }
  });
});
