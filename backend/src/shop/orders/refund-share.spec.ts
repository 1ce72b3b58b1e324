import { describe, expect, it } from '@jest/globals';
import type { PaymentStatus } from '@pax/contracts';
import fc from 'fast-check';
import { refundedSoFar, applyRefundPart, keptShare, shareOfPart, refundValueOf } from './refund-share.js';

const order = (cashCents: number, refundedCents = 0, paymentStatus: PaymentStatus = 'paid') => ({
  cashCents,
  refundedCents,
  lostCents: 0,
  paymentStatus,
});

describe('the parts of a refund (OWN-100)', () => {
  it('take in proportion, rounded down, and the last one what is left', () => {
    const one = order(4500);
    const parts = [1000, 1000, 2500].map((cents) => applyRefundPart(one, { cents }));
    expect(parts.map((part) => shareOfPart(700, part))).toEqual([155, 156, 389]);
    expect(one).toEqual(order(4500, 4500, 'refunded'));
  });

  it.each([
    ['paid', 'partly_refunded', 'refunded'],
    ['disputed', 'disputed', 'refunded'],
    ['lost', 'lost', 'lost'],
  ] as const)('leave an order that was %s %s, and %s at the end (OWN-99)', (before, between, after) => {
    const one = order(900, 0, before);
    applyRefundPart(one, { cents: 400 });
    expect(one.paymentStatus).toBe(between);
    applyRefundPart(one);
    expect(one.paymentStatus).toBe(after);
  });

  it('add up to the share, whatever they are, and none is below 0', () => {
    const cents = fc.integer({ min: 1, max: 99_999_999 });
    fc.assert(
      fc.property(fc.array(cents, { minLength: 1, maxLength: 8 }), fc.nat(), (amounts, share) => {
        const one = order(amounts.reduce((sum, amount) => sum + amount, 0));
        let kept = share;
        for (const amount of amounts) {
          const taken = shareOfPart(share, applyRefundPart(one, { cents: amount }));
          expect(taken).toBeGreaterThanOrEqual(0);
          kept -= taken;
          expect(keptShare(share, one)).toBe(kept);
        }
        expect(kept).toBe(0);
        expect(one.paymentStatus).toBe('refunded');
      }),
    );
  });

  it('leave the order partly refunded until the last one', () => {
    const one = order(100);
    applyRefundPart(one, { cents: 99 });
    expect(one).toEqual(order(100, 99, 'partly_refunded'));
    applyRefundPart(one);
    expect(one).toEqual(order(100, 100, 'refunded'));
  });

  it('are one where nothing was paid in cash, and that takes everything', () => {
    const free = order(0);
    expect(shareOfPart(700, applyRefundPart(free))).toBe(700);
    expect(free.paymentStatus).toBe('refunded');
  });

  it('give no store credit and no bonus back for cash that a lost dispute took of the goods (OWN-1302)', () => {
    const one = { ...order(1000), creditCents: 500, bonusCents: 99 };
    const back = [{ cents: 101 }, { cents: 600, isLoss: true }, { cents: 101 }, {}].map((asked) =>
      refundValueOf(one, applyRefundPart(one, asked)),
    );
    expect(back).toEqual([
      { cash: 101, storeCredit: 50, bonus: 9 },
      { cash: 600, storeCredit: 0, bonus: 0 },
      { cash: 101, storeCredit: 51, bonus: 10 },
      { cash: 198, storeCredit: 99, bonus: 20 },
    ]);
    expect(refundedSoFar(one)).toEqual({ cash: 1000, storeCredit: 200, bonus: 39 });
  });

  it('are never more than what is left', () => {
    expect(() => applyRefundPart(order(100, 60), { cents: 41 })).toThrow(RangeError);
    expect(() => applyRefundPart(order(100), { cents: -1 })).toThrow(RangeError);
  });
});
