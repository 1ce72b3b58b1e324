import { describe, expect, it } from '@jest/globals';
import { readFileSync } from 'node:fs';
import { readWebhook, readRefundId, refundCustomId } from './webhook-report.js';

const usd = (value: string) => ({ currency_code: 'USD', value });
const dispute = (transactions: object[], value: string, outcome?: object) =>
  readWebhook({
    id: 'WH-1',
    event_type: outcome ? 'CUSTOMER.DISPUTE.RESOLVED' : 'CUSTOMER.DISPUTE.CREATED',
    resource: {
      dispute_id: 'PP-D-1',
      dispute_amount: usd(value),
      disputed_transactions: transactions,
      ...(outcome && { dispute_outcome: outcome }),
    },
  });
const taken = (id: string, gross?: string) => ({
  seller_transaction_id: id,
  ...(gross !== undefined && { gross_amount: usd(gross) }),
});
const part = (paymentRef: string, amountCents: number, state = 'open', disputedCents?: number) => ({
  about: 'dispute',
  state,
  disputeRef: 'PP-D-1',
  paymentRef,
  amountCents,
  ...(disputedCents !== undefined && { disputedCents }),
  currency: 'usd',
});

const RUNBOOK = new URL('../../../../../../packages/system/docs/runbook.md', import.meta.url);

describe('the name of a refund at PayPal', () => {
  it('stands in the runbook (OWN-429)', () => {
    expect(readFileSync(RUNBOOK, 'utf8')).toContain(`custom \`${refundCustomId(12)}\``);
  });

  it('is of the letters that PayPal describes, and names its row, as the former one does', () => {
    expect(refundCustomId(17)).toMatch(/^[A-Za-z0-9-_.,]{1,127}$/);
    expect(readRefundId(refundCustomId(17))).toEqual({ refundId: 17 });
    expect(readRefundId('refund:17')).toEqual({ refundId: 17 });
    for (const other of [
      undefined,
      '',
      'refund',
      'refund-',
      'refund-17x',
      'refund_17',
      '17',
      'refund-12345678901',
    ])
      expect(readRefundId(other)).toEqual({});
  });
});

const REF = 'kXr2-9fQ_0aB7cD4eF6gH1';
const told = (type: string, resource: Readonly<Record<string, unknown>>) =>
  readWebhook({ id: 'WH-0', event_type: `PAYMENT.${type}`, resource });

describe('what PayPal says of a capture (OWN-77)', () => {
  const capture = {
    id: 'CAP1',
    amount: usd('19.99'),
    custom_id: REF,
    supplementary_data: { related_ids: { order_id: 'ORDER1' } },
  };

  it.each([
    ['COMPLETED', 'paid'],
    ['PENDING', 'confirming'],
    ['DENIED', 'failed'],
    ['DECLINED', 'failed'],
  ])('%s: its session is %s', (type, state) => {
    const payment = { provider: 'paypal-orders', providerRef: 'CAP1', amountCents: 1999, currency: 'usd' };
    expect(told(`CAPTURE.${type}`, capture)).toMatchObject({
      about: 'session',
      ref: REF,
      session: { id: `${REF}/ORDER1`, state, payment: state === 'paid' ? payment : null },
    });
  });

  it('is told to staff where it is paid and of no checkout, and is nothing otherwise', () => {
    for (const change of [{ custom_id: 'other' }, { supplementary_data: {} }, { amount: usd('-1.00') }]) {
      expect(told('CAPTURE.COMPLETED', { ...capture, ...change })).toMatchObject({
        about: 'alert',
        alert: { kind: 'stranded', detail: expect.stringContaining('CAP1') },
      });
      for (const type of ['PENDING', 'DENIED', 'DECLINED'])
        expect(told(`CAPTURE.${type}`, { ...capture, ...change })).toEqual({
          about: 'nothing',
          ignored: 'not ours',
        });
    }
  });
});

describe('what PayPal says of a refund (OWN-97)', () => {
  const links = [
    { rel: 'self', href: 'https://api.paypal.example/v2/payments/captures/OTHER' },
    { rel: 'up', href: 'https://api.paypal.example/v2/payments/captures/CAP1' },
  ];
  const refund = { id: 'REF1', amount: usd('5.00'), create_time: '2026-03-01T10:00:00Z', links };

  it.each([
    ['CAPTURE.REFUNDED', 'made'],
    ['REFUND.FAILED', 'failed'],
  ])('%s: it is %s, of the capture that it names, at its time', (type, state) => {
    const report = {
      about: 'refund',
      state,
      refundRef: 'REF1',
      paymentRef: 'CAP1',
      amountCents: 500,
      currency: 'usd',
      madeAt: new Date('2026-03-01T10:00:00Z'),
      isOwnAccount: false,
    };
    expect(told(type, refund)).toEqual(report);
    expect(told(type, { ...refund, custom_id: 'refund-17' })).toEqual({ ...report, refundId: 17 });
  });

  it('is nothing where it names no capture', () => {
    for (const change of [{ links: links.slice(0, 1) }, { links: [] }, { amount: undefined }])
      expect(told('CAPTURE.REFUNDED', { ...refund, ...change })).toEqual({
        about: 'nothing',
        ignored: 'not ours',
      });
  });
});

describe('what PayPal says of a dispute (OWN-77, OWN-109)', () => {
  it('is of the one payment that it names', () => {
    expect(dispute([taken('CAP1')], '9.99')).toEqual(part('CAP1', 999));
  });

  it('is of each payment that it names, of each its part of the amount', () => {
    expect(dispute([taken('CAP1', '10.00'), taken('CAP2', '30.00')], '40.00')).toEqual({
      about: 'disputes',
      disputes: [part('CAP1', 1000), part('CAP2', 3000)],
    });
    const outcome = { outcome_code: 'RESOLVED_BUYER_FAVOUR', amount_refunded: usd('20.00') };
    expect(dispute([taken('CAP1', '10.00'), taken('CAP2', '30.00')], '40.00', outcome)).toEqual({
      about: 'disputes',
      disputes: [part('CAP1', 500, 'lost', 1000), part('CAP2', 1500, 'lost', 3000)],
    });
  });

  it('is won for the payment of which the buyer got nothing (OWN-674)', () => {
    const outcome = { outcome_code: 'RESOLVED_BUYER_FAVOUR', amount_refunded: usd('0.01') };
    expect(dispute([taken('CAP1', '10.00'), taken('CAP2', '30.00')], '40.00', outcome)).toEqual({
      about: 'disputes',
      disputes: [part('CAP1', 1000, 'won'), part('CAP2', 1, 'lost', 3000)],
    });
  });

  it('is of equal parts where it does not say what each took, and loses no cent', () => {
    expect(dispute([taken('CAP1'), taken('CAP2')], '0.03')).toEqual({
      about: 'disputes',
      disputes: [part('CAP1', 2), part('CAP2', 1)],
    });
    expect(dispute([taken('CAP1'), taken('CAP2')], '0.01')).toEqual(part('CAP1', 1));
    expect(dispute([taken('CAP1', '45.00'), taken('CAP2')], '40.00')).toMatchObject({
      disputes: [{ amountCents: 2000 }, { amountCents: 2000 }],
    });
  });

  it('is left to staff where it names amounts of two currencies (OWN-674)', () => {
    const euros = { seller_transaction_id: 'CAP2', gross_amount: { currency_code: 'EUR', value: '30.00' } };
    expect(dispute([taken('CAP1', '10.00'), euros], '40.00')).toMatchObject({
      about: 'alert',
      alert: { title: 'Dispute in another currency' },
    });
    const outcome = {
      outcome_code: 'RESOLVED_BUYER_FAVOUR',
      amount_refunded: { currency_code: 'EUR', value: '9.00' },
    };
    expect(dispute([taken('CAP1')], '10.00', outcome)).toMatchObject({ state: 'lost', currency: 'eur' });
  });

  it('is won where the buyer got nothing of it (OWN-103)', () => {
    const lost = (value?: string) =>
      dispute([taken('CAP1')], '10.00', {
        outcome_code: 'RESOLVED_BUYER_FAVOUR',
        ...(value !== undefined && { amount_refunded: usd(value) }),
      });
    expect(lost('0.00')).toEqual(part('CAP1', 1000, 'won'));
    expect(lost('0.01')).toEqual(part('CAP1', 1, 'lost', 1000));
    expect(lost()).toEqual(part('CAP1', 1000, 'lost'));
  });

  it.each([
    ['RESOLVED_SELLER_FAVOUR', 'won'],
    ['RESOLVED_WITH_PAYOUT', 'won'],
    ['CANCELED_BY_BUYER', 'won'],
    ['DENIED', 'won'],
    ['RESOLVED_BUYER_FAVOUR', 'lost'],
    ['ACCEPTED', 'lost'],
    ['NONE', 'won'],
    ['A_CODE_OF_NEXT_YEAR', 'open'],
  ] as const)('that ends as %s is %s', (code, state) => {
    expect(dispute([taken('CAP1')], '10.00', { outcome_code: code })).toEqual(part('CAP1', 1000, state));
  });

  it('began when PayPal made it, and ended when PayPal last changed it', () => {
    const [made, changed] = ['2026-03-01T10:00:00Z', '2026-03-20T12:00:00Z'];
    const resource = {
      dispute_id: 'PP-D-1',
      dispute_amount: usd('9.99'),
      disputed_transactions: [taken('CAP1')],
      create_time: made,
      update_time: changed,
    };
    const reportOf = (event: string, more: Readonly<Record<string, unknown>> = {}) =>
      readWebhook({
        id: 'WH-3',
        event_type: `CUSTOMER.DISPUTE.${event}`,
        resource: { ...resource, ...more },
      });
    expect(reportOf('UPDATED')).toEqual({
      ...part('CAP1', 999),
      openedAt: new Date(made),
      toldAt: new Date(changed),
    });
    expect(reportOf('RESOLVED', { dispute_outcome: { outcome_code: 'NONE' } })).toEqual({
      ...part('CAP1', 999, 'won'),
      openedAt: new Date(made),
      closedAt: new Date(changed),
      toldAt: new Date(changed),
    });
  });

  it('is nothing where the bank took nothing', () => {
    const links = [{ rel: 'up', href: 'https://api.paypal.example/v2/payments/captures/CAP1' }];
    const reversed = (value: string) =>
      readWebhook({
        id: 'WH-2',
        event_type: 'PAYMENT.CAPTURE.REVERSED',
        resource: { id: 'R1', amount: usd(value), links },
      });
    expect(reversed('0.00')).toEqual({ about: 'nothing', ignored: 'no amount' });
    expect(reversed('0.01')).toMatchObject({ about: 'dispute', amountCents: 1, currency: 'usd' });
  });
});
