import { describe, expect, it } from '@jest/globals';
import { COINS_PER_MILLION } from '@pax/contracts';
import { testSettings } from '../../../../test/settings.js';
import { Product } from '../../catalog/product.entity.js';
import { toPricedProduct } from '../../catalog/product.mapper.js';
import type { SupplyDemand, HoldingBuyer } from './cart.js';
import { HoldLimits } from './hold-limits.js';

const limits = new HoldLimits(testSettings('postgres://unused/unused'));

const KNOWN: HoldingBuyer = {
  userId: 1,
  addressHash: 'of-somewhere',
  isNew: false,
  byCrypto: false,
  unpaidHour: 0,
  oldest: null,
  unpaidUntil: null,
  lapsedUntil: null,
};
const NEW: HoldingBuyer = { ...KNOWN, isNew: true };
const TOMORROW = new Date('2026-03-04T20:15:00Z');
/** Two checkouts of today ended unpaid. */
const UNPAID: HoldingBuyer = { ...KNOWN, unpaidUntil: TOMORROW };
const CRYPTO: HoldingBuyer = { ...KNOWN, byCrypto: true };

type Held = Partial<Omit<SupplyDemand['supply'], 'free' | 'onHand'>>;

const supplyOf = (onHand: number, held: Held): SupplyDemand['supply'] => ({
  free: onHand,
  minimumPerAccount: 1,
  onHand,
  heldByBuyer: 0,
  heldAtAddress: 0,
  heldByNewAtAddress: 0,
  heldByCrypto: 0,
  ...held,
});

const demand = (supply: SupplyDemand['supply'], product: Partial<Product>, pieces = 1): SupplyDemand => {
  const source = Object.assign(new Product(), { id: 7, isCustom: false, coinValue: null, ...product });
  const perPiece = source.isCustom ? COINS_PER_MILLION : (source.coinValue ?? 1);
  return {
    line: { source, product: toPricedProduct(source), quantity: 1, customAmount: undefined },
    supply,
    perPiece,
    pieces,
  };
};

/** What the quote says of a line: how much may be had and why not more, or nothing. */
const said = (holder: HoldingBuyer, ...demands: SupplyDemand[]): string[] =>
  limits.findHoldLimits(holder, demands).map(({ available, reason }) => `${available} ${reason}`);
const ofPieces = (holder: HoldingBuyer, onHand: number, held: Held) =>
  said(holder, demand(supplyOf(onHand, held), {}));
const ofMillions = (holder: HoldingBuyer, onHand: number, held: Held) => {
  const coins = Object.entries(held).map(([name, millions]) => [name, millions * COINS_PER_MILLION]);
  const supply = supplyOf(onHand * COINS_PER_MILLION, Object.fromEntries(coins));
  return said(holder, demand(supply, { isCustom: true }));
};

describe('what an account may set aside while it holds some already', () => {
  it.each([
    ['of a new account, of 11', NEW, 11, 'new_account', [3, 2, 1, 0, 0]],
    ['of a known account, of 5', KNOWN, 5, 'account', [3, 2, 1, 0, 0]],
    ['of a new account, of 20', NEW, 20, 'new_account', [5, 4, 3, 2, 1, 0, 0]],
    ['of a known account, of 12', KNOWN, 12, 'account', [6, 5, 4, 3, 2, 1, 0, 0]],
    ['after two unpaid ones, of 40', UNPAID, 40, 'unpaid', [4, 3, 2, 1, 0, 0]],
    ['after two unpaid ones, of 19', UNPAID, 19, 'unpaid', [1, 0, 0]],
    ['after two unpaid ones, of 9', UNPAID, 9, 'unpaid', [0, 0]],
    ['after two unpaid ones, of the last', UNPAID, 1, 'unpaid', [0]],
    ['a new account after two unpaid ones, of 9', { ...UNPAID, isNew: true }, 9, 'unpaid', [0, 0]],
  ] as const)(
    'is what is left of its share or of its three pieces: %s (OWN-400, OWN-75)',
    (_, holder, onHand, reason, available) => {
      // Held from other addresses, so that those have a share left.
      const found = available.map((_units, heldByBuyer) => ofPieces(holder, onHand, { heldByBuyer }));
      expect(found).toEqual(available.map((units) => [`${units} ${reason}`]));
    },
  );

  it.each([
    ['of a new account', NEW, 900, 'new_account'],
    ['of a known account', KNOWN, 450, 'account'],
  ] as const)('is what is left of its 250M, not as many again: %s (OWN-400)', (_, holder, pool, reason) => {
    const held = [0, 1, 249, 250, 251];
    const found = held.map((heldByBuyer) => ofMillions(holder, pool, { heldByBuyer }));
    expect(found).toEqual([250, 249, 1, 0, 0].map((millions) => [`${millions} ${reason}`]));
  });
});

describe('what the accounts of an address may set aside', () => {
  const others = (n: number): Held => ({ heldAtAddress: n });
  const newOnes = (n: number): Held => ({ heldAtAddress: n, heldByNewAtAddress: n });

  it.each([
    ['known ones up to three quarters', KNOWN, 20, others(11), ['4 address_all']],
    ['a known one the last piece of them', KNOWN, 20, others(14), ['1 address_all']],
    ['a known one always one piece', KNOWN, 20, others(15), ['1 address_all']],
    ['no second piece to who holds it', KNOWN, 20, { ...others(15), heldByBuyer: 1 }, ['0 address_all']],
    ['new ones up to their half', NEW, 20, newOnes(8), ['2 address']],
    ['a new one always one piece beyond it', NEW, 20, newOnes(10), ['1 address']],
    ['no second piece to the new one', NEW, 20, { ...newOnes(10), heldByBuyer: 1 }, ['0 address']],
    ['a new one a piece also beyond three quarters', NEW, 20, others(15), ['1 address_all']],
    ['a piece to who left two unpaid', { ...UNPAID, isNew: true }, 20, newOnes(15), ['1 address_all']],
    ['none of few to who left two unpaid', { ...UNPAID, isNew: true }, 8, newOnes(6), ['0 unpaid']],
    ['new ones their half, whatever known ones hold', NEW, 40, others(20), ['10 address_all']],
    ['the last piece to who comes first', NEW, 1, {}, []],
    ['as many as the own limit to who comes first', NEW, 40, {}, ['10 new_account']],
  ] as const)('leaves %s (OWN-401)', (_, holder, onHand, held, expected) => {
    expect(ofPieces(holder, onHand, held)).toEqual(expected);
  });

  it('is no coin beyond the share for who comes later, and a pack for who comes first (OWN-401)', () => {
    expect(ofMillions(NEW, 600, newOnes(299))).toEqual(['1 address']);
    expect(ofMillions(NEW, 600, newOnes(300))).toEqual(['0 address']);
    expect(ofMillions(KNOWN, 400, others(300))).toEqual(['0 address_all']);
    const pack = demand(supplyOf(260 * COINS_PER_MILLION, {}), { coinValue: 250 * COINS_PER_MILLION });
    expect(said(NEW, pack)).toEqual([]);
  });
});

describe('what an order by crypto may hold', () => {
  it.each([
    ['a quarter of a product', CRYPTO, {}, ['5 unconfirmed']],
    ['half of it with all that wait', CRYPTO, { heldByCrypto: 7 }, ['3 unconfirmed_all']],
    ['nothing beyond that half', CRYPTO, { heldByCrypto: 10 }, ['0 unconfirmed_all']],
    ['nothing after one that lapsed', { ...CRYPTO, lapsedUntil: TOMORROW }, {}, ['0 lapsed']],
    [
      'as much as ever by other ways',
      { ...KNOWN, lapsedUntil: TOMORROW },
      { heldByCrypto: 10 },
      ['10 account'],
    ],
  ] as const)('is %s (OWN-74, OWN-75)', (_, holder, held, expected) => {
    expect(ofPieces(holder, 20, held)).toEqual(expected);
  });

  it('is one piece of few, and of the last no second (OWN-74)', () => {
    expect(ofPieces(CRYPTO, 2, {})).toEqual(['1 address_all']);
    expect(ofPieces(CRYPTO, 3, {})).toEqual(['1 unconfirmed']);
    expect(ofPieces(CRYPTO, 3, { heldByCrypto: 1 })).toEqual(['0 unconfirmed_all']);
  });
});

describe('after two checkouts that ended unpaid (OWN-402)', () => {
  it('no coin line is more than a tenth of the pool', () => {
    expect(ofMillions(UNPAID, 1_000, {})).toEqual(['100 unpaid']);
    expect(ofMillions(UNPAID, 1_000, { heldByBuyer: 100 })).toEqual(['0 unpaid']);
    expect(ofMillions(UNPAID, 9, {})).toEqual(['0 unpaid']);
    const pack = demand(supplyOf(1_000 * COINS_PER_MILLION, {}), { coinValue: 250 * COINS_PER_MILLION });
    expect(said(UNPAID, pack)).toEqual(['0 unpaid']);
  });

  it.each([
    ['unpaid', UNPAID],
    ['lapsed', { ...CRYPTO, lapsedUntil: TOMORROW }],
  ] as const)('the limit says when it ends: %s', (reason, holder) => {
    const found = limits.findHoldLimits(holder, [demand(supplyOf(9, {}), {})]);
    expect(found).toMatchObject([{ available: 0, reason, until: TOMORROW.toISOString() }]);
    expect(limits.findHoldLimits(KNOWN, [demand(supplyOf(9, {}), {})])[0]).not.toHaveProperty('until');
  });
});

it('lines of coins share one limit, and each has what the others leave (OWN-400)', () => {
  const pool = supplyOf(1_000 * COINS_PER_MILLION, {});
  const custom = demand(pool, { isCustom: true }, 100);
  const packs = demand(pool, { id: 8, coinValue: 50 * COINS_PER_MILLION }, 2);
  expect(said(NEW, custom, packs)).toEqual(['150 new_account', '3 new_account']);
  expect(said(NEW, custom, demand(supplyOf(21, {}), { id: 9 }))).toEqual([
    '250 new_account',
    '5 new_account',
  ]);
});
