import { describe, expect, it } from '@jest/globals';
import { disputeReport, warningReport } from './stripe-messages.js';
import { refundReport } from './stripe-refund-report.js';

const refund = { id: 're_1', amount: 250, currency: 'usd', payment_intent: 'pi_1', status: 'succeeded' };
const dispute = {
  id: 'du_1',
  amount: 250,
  currency: 'usd',
  payment_intent: 'pi_1',
  status: 'needs_response',
};
const NOT_OURS = { about: 'nothing', ignored: 'not ours' };

describe('what an event says of a refund (OWN-99)', () => {
  it.each([
    ['refund.created', 'pending', 'made'],
    ['refund.created', 'failed', 'made'],
    ['refund.updated', 'succeeded', 'made'],
    ['refund.updated', 'failed', 'failed'],
    ['refund.updated', 'canceled', 'failed'],
    ['refund.failed', 'failed', 'failed'],
  ])('%s with status %s: %s', (type, status, state) => {
    expect(refundReport(type, { ...refund, status })).toMatchObject({ state, refundRef: 're_1' });
  });

  it.each([
    [{ refund: '12' }, 12],
    [{ refund: '12x' }, undefined],
    [{}, undefined],
    [null, undefined],
  ])('names the row that %j has, if it is a number', (metadata, refundId) => {
    const report = refundReport('refund.created', { ...refund, metadata });
    expect('refundId' in report ? report.refundId : undefined).toBe(refundId);
  });

  it('is nothing without a payment or with an amount of 0', () => {
    for (const change of [{ payment_intent: null }, { amount: 0 }, { amount: -1 }, { id: '' }])
      expect(refundReport('refund.created', { ...refund, ...change })).toEqual(NOT_OURS);
  });
});

describe('what an event says of a dispute (OWN-103)', () => {
  it.each([
    ['needs_response', 'open'],
    ['under_review', 'open'],
    ['warning_needs_response', 'open'],
    ['warning_under_review', 'open'],
    ['warning_closed', 'won'],
    ['prevented', 'won'],
    ['a_status_of_next_year', 'open'],
    ['won', 'won'],
    ['lost', 'lost'],
  ])('with status %s: %s', (status, state) => {
    expect(disputeReport({ ...dispute, status })).toMatchObject({ about: 'dispute', state });
  });

  it('is nothing without a payment, and so is a warning', () => {
    expect(disputeReport({ ...dispute, payment_intent: null })).toEqual(NOT_OURS);
    expect(warningReport({ id: 'issfr_1' })).toEqual(NOT_OURS);
    expect(warningReport({ id: 'issfr_1', payment_intent: 'pi_1' })).toMatchObject({ paymentRef: 'pi_1' });
  });
});
