import { describe, expect, it } from '@jest/globals';
import { testSettings } from '../../../../test/settings.js';
import { buildFormFields } from './paypal-provider.js';

const settings = testSettings('postgres://unused/unused', { PAYPAL_BUSINESS: 'pay@shop.example' });
const lines = [{ name: '🪽'.repeat(200), quantity: 2, unitCents: 500 }];

describe('the form (SHOP-4.32)', () => {
  it('asks for the charged total in dollars, whatever the lines say', () => {
    const fields = buildFormFields('ref-1', { lines, totalCents: 1_905, expiresAt: null }, settings);
    expect(fields).toMatchObject({
      business: 'pay@shop.example',
      amount: '19.05',
      currency_code: 'USD',
      item_number: 'ref-1',
      invoice: 'ref-1',
      notify_url: 'http://127.0.0.1:3000/api/paypal-ipn',
    });
  });

  it('names the short reference first, no more than PayPal takes, and no half letter (OWN-1480)', () => {
    const { item_name: name = '' } = buildFormFields(
      '9y83JcWY62-SOSsVTszN7A',
      { lines, totalCents: 1, expiresAt: null },
      settings,
    );
    expect(name).toBe(`9y83JcWY · 2 × ${'🪽'.repeat(56)}`);
  });
});
