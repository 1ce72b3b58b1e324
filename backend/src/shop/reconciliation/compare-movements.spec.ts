import { describe, expect, it } from '@jest/globals';
import { compareMovements } from './compare-movements.js';
import type { MoneyMovement } from '../payments/payment-provider.js';

const HOUR_MS = 3_600_000;
const now = Date.UTC(2026, 10, 23, 12);
const ago = (hours: number): Date => new Date(now - hours * HOUR_MS);
const bounds = { recordedSince: ago(24), settledUntil: ago(0.25) };

const payment = (ref: string, change: Partial<MoneyMovement> = {}): MoneyMovement => ({
  kind: 'payment',
  ref,
  paymentRef: ref,
  amountCents: 1000,
  currency: 'usd',
  at: ago(2),
  ...change,
});
const refund = (ref: string, paymentRef: string): MoneyMovement =>
  payment(ref, { kind: 'refund', paymentRef, amountCents: 400 });
const known = (movement: MoneyMovement) => ({
  ...movement,
  checkout: `checkout of ${movement.paymentRef}`,
  session: null,
});

describe('the comparison of money (OWN-496)', () => {
  it('counts what both sides know the same', () => {
    const all = [payment('a'), refund('r', 'a')];
    expect(compareMovements(all, all.map(known), bounds)).toEqual({
      totalCents: 1400,
      matchedCents: 1400,
      oldestUnmatchedAt: null,
      underWay: { count: 0, cents: 0 },
      differences: [],
    });
  });

  it.each([
    ['a payment that the shop does not know', [payment('a')], [], 'unrecorded', [1000, undefined]],
    ['a refund that the shop does not know', [refund('r', 'a')], [], 'unrecorded', [400, undefined]],
    ['one that the provider does not know', [], [payment('a')], 'missing', [undefined, 1000]],
    ['another amount', [payment('a')], [payment('a', { amountCents: 999 })], 'amount', [1000, 999]],
    ['another currency', [payment('a')], [payment('a', { currency: 'eur' })], 'amount', [1000, 1000]],
  ])('tells %s, with both amounts', (_, listed, recorded, fault, [provider, shop]) => {
    const result = compareMovements(listed, recorded.map(known), bounds);
    expect(result.matchedCents).toBe(0);
    expect(result.oldestUnmatchedAt).toEqual(ago(2));
    expect(result.differences).toHaveLength(1);
    expect(result.differences[0]).toMatchObject({ fault, at: ago(2).toISOString() });
    expect([result.differences[0]?.provider?.cents, result.differences[0]?.shop?.cents]).toEqual([
      provider,
      shop,
    ]);
  });

  it('never takes a refund for a payment of the same reference', () => {
    const result = compareMovements([payment('a')], [known({ ...payment('a'), kind: 'refund' })], bounds);
    expect(result.differences.map(({ kind, fault }) => [kind, fault])).toEqual([
      ['payment', 'unrecorded'],
      ['refund', 'missing'],
    ]);
  });

  it('waits for what may still be under way: unmatched, but no difference yet', () => {
    const result = compareMovements([payment('a', { at: ago(0.1) })], [], bounds);
    expect(result).toMatchObject({ totalCents: 1000, matchedCents: 0, oldestUnmatchedAt: ago(0.1) });
    expect(result.differences).toEqual([]);
  });

  it('says nothing of a checkout that the provider did not answer about, and counts it as unmatched (OWN-496)', () => {
    const [asked, silent] = [known(payment('a')), known(payment('b'))];
    const unanswered = new Set([silent.checkout]);
    expect(compareMovements([payment('a')], [asked, silent], { ...bounds, unanswered })).toEqual({
      totalCents: 2000,
      matchedCents: 1000,
      oldestUnmatchedAt: ago(2),
      underWay: { count: 0, cents: 0 },
      differences: [],
    });
  });

  it('names the checkout that the provider keeps with the money', () => {
    const { differences } = compareMovements([payment('a', { checkout: 'PX-1' })], [], bounds);
    expect(differences).toMatchObject([{ fault: 'unrecorded', checkout: 'PX-1' }]);
  });

  it('does not look for old entries of the shop, since the list of the provider has a beginning', () => {
    const old = known(payment('a', { at: ago(25) }));
    expect(compareMovements([], [old], bounds)).toMatchObject({ totalCents: 0, differences: [] });
    expect(compareMovements([payment('a', { at: ago(90) })], [old], bounds)).toMatchObject({
      matchedCents: 1000,
      differences: [],
    });
  });

  it('says since when the oldest does not match', () => {
    const listed = [payment('a', { at: ago(3) }), payment('b', { at: ago(70) }), payment('c')];
    expect(compareMovements(listed, [known(payment('c'))], bounds).oldestUnmatchedAt).toEqual(ago(70));
  });
});
