import { describe, expect, it } from '@jest/globals';
import { parseCents, parsePaypalTime, readNotification } from './paypal-notification.js';

const SUMMER = new Date('2026-07-01T00:59:59Z');
const WINTER = new Date('2026-01-01T01:59:59Z');
const account = { business: 'pay@shop.example', isTest: false };
const moved = (changes: Readonly<Record<string, string>>) =>
  readNotification(
    {
      receiver_email: 'pay@shop.example',
      txn_id: 'T1',
      parent_txn_id: 'P1',
      case_id: 'PP-D-1',
      mc_gross: '-19.99',
      mc_currency: 'USD',
      ...changes,
    },
    account,
  );

describe('a moment of PayPal’s (OWN-103)', () => {
  it.each([
    ['17:59:59 Dec 31, 2025 PST', WINTER],
    ['17:59:59 Jun 30, 2026 PDT', SUMMER],
    ['00:00:00 Mar 8, 2026 PST', new Date('2026-03-08T08:00:00Z')],
    ['09:05:07 Nov 01, 2026 PDT', new Date('2026-11-01T16:05:07Z')],
  ])('%p is read', (text, moment) => {
    expect(parsePaypalTime(text)).toEqual(moment);
  });

  it.each([
    undefined,
    '',
    'yesterday',
    '17:59:59 Jun 30, 2026',
    '17:59:59 Jun 30, 2026 CET',
    '25:00:00 Jun 30, 2026 PDT',
    '17:59:59 Xyz 30, 2026 PDT',
    '2026-07-01T00:59:59Z',
    ' 17:59:59 Jun 30, 2026 PDT',
  ])('%p is none', (text) => {
    expect(parsePaypalTime(text)).toBeUndefined();
  });
});

describe('money that PayPal took or gave back (OWN-103)', () => {
  it.each([
    ['17:59:59 Dec 31, 2025 PST', WINTER],
    ['17:59:59 Jun 30, 2026 PDT', SUMMER],
  ])('has the date of its notification, in winter and in summer: %s', (payment_date, at) => {
    const dispute = {
      about: 'dispute',
      disputeRef: 'PP-D-1',
      paymentRef: 'P1',
      amountCents: 1999,
      currency: 'usd',
      isMovement: true,
    };
    expect(moved({ payment_status: 'Reversed', payment_date })).toEqual({
      ...dispute,
      state: 'open',
      openedAt: at,
    });
    expect(moved({ payment_status: 'Canceled_Reversal', mc_gross: '19.99', payment_date })).toEqual({
      ...dispute,
      state: 'won',
      closedAt: at,
    });
  });

  it('went back at that time by a refund, whatever is told first (OWN-99)', () => {
    const refund = { about: 'refund', state: 'made', refundRef: 'T1', paymentRef: 'P1' };
    const money = { amountCents: 1999, currency: 'usd', isOwnAccount: true };
    const told = { payment_status: 'Refunded', payment_date: '17:59:59 Dec 31, 2025 PST' };
    expect(moved(told)).toEqual({ ...refund, ...money, madeAt: WINTER });
    expect(moved({ ...told, payment_date: '' })).toEqual({ ...refund, ...money });
  });

  it.each(['Reversed', 'Canceled_Reversal'])('has none where %s names none that can be read', (status) => {
    for (const payment_date of ['', 'yesterday']) {
      const report = moved({ payment_status: status, payment_date });
      expect(report).not.toHaveProperty('openedAt');
      expect(report).not.toHaveProperty('closedAt');
    }
  });

  it('says the fee that moved along, and is left to staff where a return is negative (OWN-674)', () => {
    const taken = { payment_status: 'Reversed', mc_gross: '-9.26' };
    expect(moved({ ...taken, mc_fee: '-0.74' })).toMatchObject({ amountCents: 926, feeCents: 74 });
    for (const mc_fee of ['', '-', '0.00', '-x'])
      expect(moved({ ...taken, mc_fee })).not.toHaveProperty('feeCents');
    expect(moved({ payment_status: 'Canceled_Reversal', mc_gross: '19.99' })).toMatchObject({ state: 'won' });
    expect(moved({ payment_status: 'Canceled_Reversal', mc_gross: '-19.99' })).toMatchObject({
      about: 'alert',
      ignored: 'left to staff',
    });
  });

  it('is of its case, and of its payment where no case is named', () => {
    expect(moved({ payment_status: 'Reversed' })).toMatchObject({ disputeRef: 'PP-D-1' });
    for (const case_id of ['', 'a case', 'x'.repeat(61)])
      expect(moved({ payment_status: 'Reversed', case_id })).toMatchObject({ disputeRef: 'P1' });
  });
});

describe('the receiver of money (OWN-80)', () => {
  const [MAIL, ID] = ['Pay@Shop.example', 'S8XGHLYDW9T3S'];
  const others = { receiver_email: 'other@shop.example', receiver_id: 'T8XGHLYDW9T3S' };
  /** Money of a session, which PayPal says went to a receiver. */
  const isTaken = (business: string | undefined, receiver: Readonly<Record<string, string>>): boolean => {
    const ref = 'A'.repeat(22);
    const paid = {
      payment_status: 'Completed',
      txn_id: 'T1',
      item_number: ref,
      mc_gross: '19.99',
      mc_currency: 'USD',
    };
    return readNotification({ ...paid, ...receiver }, { business, isTest: false }).about === 'session';
  };
  const written = (text: string) => [text, text.toLowerCase(), text.toUpperCase()];

  it.each([...written(MAIL), ...written(ID)])(
    'is the shop’s by address or by id, whatever the case of either, where the setting is %s',
    (business) => {
      for (const receiver_email of written(MAIL))
        expect(isTaken(business, { ...others, receiver_email })).toBe(business.includes('@'));
      for (const receiver_id of written(ID))
        expect(isTaken(business, { ...others, receiver_id })).toBe(!business.includes('@'));
    },
  );

  it('is another for any other address and id, for none, and without the setting', () => {
    for (const business of [MAIL, ID]) {
      expect(isTaken(business, others)).toBe(false);
      expect(isTaken(business, {})).toBe(false);
      // The buyer writes the form, so its receiver proves nothing.
      expect(isTaken(business, { ...others, business })).toBe(false);
    }
    for (const receiver of [others, {}, { receiver_email: '', receiver_id: '' }])
      expect(isTaken(undefined, receiver)).toBe(false);
  });
});

describe('an amount of PayPal’s (OWN-80)', () => {
  it.each([
    ['0.01', 1],
    ['19.9', 1_990],
    ['19.99', 1_999],
    ['20', 2_000],
    ['9999999.99', 999_999_999],
    ['', undefined],
    ['-1.00', undefined],
    ['1.999', undefined],
    ['1,00', undefined],
    ['1e3', undefined],
    ['10000000.00', undefined],
    [' 1.00', undefined],
  ])('%p is %p cents', (text, cents) => {
    expect(parseCents(text)).toBe(cents);
  });
});
