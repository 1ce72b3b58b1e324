/** Names of ledger accounts. The free and the held amount of one thing are two accounts. */
export const COINS = 'coins';
export const COINS_HELD = 'coins-held';

export const stockAccount = (productId: number): string => `stock:${productId}`;
export const stockHeldAccount = (productId: number): string => `held:${productId}`;
export const creditAccount = (userId: number): string => `credit:${userId}`;
export const creditHeldAccount = (userId: number): string => `credit-held:${userId}`;
export const bonusAccount = (userId: number): string => `bonus:${userId}`;
export const bonusHeldAccount = (userId: number): string => `bonus-held:${userId}`;
export const pointsAccount = (userId: number): string => `points:${userId}`;
export const rewardAccount = (rewardId: number): string => `reward:${rewardId}`;
export const rewardHeldAccount = (rewardId: number): string => `reward-held:${rewardId}`;

const BALANCE = /^(?:credit|bonus|points):(\d+)$/;
/** Parses the user id from the name of a ledger account; undefined for stock and coins. */
export function ownerOfBalance(account: string): number | undefined {
  const id = BALANCE.exec(account)?.[1];
  return id === undefined ? undefined : Number(id);
}

const HELD: readonly (readonly [held: string, free: string])[] = [
  ['held:', 'stock:'],
  ['credit-held:', 'credit:'],
  ['bonus-held:', 'bonus:'],
  ['reward-held:', 'reward:'],
];

/** The free account of a pair of free and held account; the pair's version is stored on it. */
export function freeAccountOf(account: string): string {
  if (account === COINS_HELD) return COINS;
  const pair = HELD.find(([held]) => account.startsWith(held));
  return pair ? `${pair[1]}${account.slice(pair[0].length)}` : account;
}

/** The aggregate whose event reports a change of a pair of free and held account. */
export function aggregateOfAccount(free: string): {
  aggregate: 'stock' | 'coins' | 'reward' | 'balance';
  aggregateId: string;
} {
  if (free === COINS) return { aggregate: 'coins', aggregateId: 'pool' };
  if (free.startsWith('stock:')) return { aggregate: 'stock', aggregateId: free.slice('stock:'.length) };
  if (free.startsWith('reward:')) return { aggregate: 'reward', aggregateId: free.slice('reward:'.length) };
  return { aggregate: 'balance', aggregateId: free };
}
