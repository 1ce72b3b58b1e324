import { describe, expect, it } from '@jest/globals';
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { testSettings } from '../../../test/settings.js';
import { CryptoProvider } from './crypto-provider.js';
import { NothingToPay } from './nothing-to-pay.js';
import { PaymentProviders } from './payment-providers.js';
import { Clock } from '../../platform/clock.js';
import { PaypalOrdersProvider } from './paypal/orders/paypal-orders-provider.js';
import { PaypalProvider } from './paypal/paypal-provider.js';
import { StripeProvider } from './stripe/stripe-provider.js';

function providersWith(env: Record<string, string>): PaymentProviders {
  const settings = testSettings('postgres://unused/unused', env);
  return new PaymentProviders(
    [
      new StripeProvider(settings),
      new PaypalProvider(settings),
      new PaypalOrdersProvider(settings, new Clock()),
      new CryptoProvider(settings),
      new NothingToPay(),
    ],
    settings,
  );
}
const APP = { PAYPAL_CLIENT_ID: 'app', PAYPAL_CLIENT_SECRET: 'secret', PAYPAL_WEBHOOK_ID: 'webhook' };
const ACCOUNT = { PAYPAL_BUSINESS: 'pay@shop.example' };
const KEYS = { STRIPE_SECRET_KEY: 'sk_test_spec', STRIPE_WEBHOOK_SECRET: 'whsec_spec' };

describe('the payment providers', () => {
  it('offer what the settings switch on and whose keys are set', () => {
    expect(providersWith({}).offered()).toEqual([]);
    expect(providersWith(KEYS).offered()).toEqual(['card']);
    expect(providersWith({ ...KEYS, PAYMENT_METHODS: 'wallet' }).offered()).toEqual([]);
    const partner = { PARTNER_SHOP_URL: 'https://partner.example' };
    expect(providersWith(partner).offered()).toEqual([]);
    expect(providersWith({ PAYMENT_METHODS: 'crypto' }).offered()).toEqual([]);
    expect(providersWith({ ...partner, PAYMENT_METHODS: 'crypto' }).offered()).toEqual(['crypto']);
    expect(providersWith({ ...KEYS, ...ACCOUNT }).offered()).toEqual(['card', 'wallet']);
    expect(providersWith({ ...ACCOUNT, PAYMENT_METHODS: 'card' }).offered()).toEqual([]);
  });

  it('are chosen by the method, and refuse one that nobody provides', () => {
    const providers = providersWith(KEYS);
    expect(providers.of('card').name).toBe('stripe');
    expect(providers.of('wallet').name).toBe('paypal');
    expect(providers.of('none').name).toBe('none');
    const none = new PaymentProviders([], testSettings('postgres://unused/unused', {}));
    expect(() => none.of('wallet')).toThrow(expect.objectContaining({ code: 'METHOD_DISABLED' }));
  });

  it('are of one wallet product at a time, which hears of both (OWN-497)', () => {
    const [form, orders] = [
      providersWith({ ...ACCOUNT, ...APP }),
      providersWith({ ...APP, PAYPAL_MODE: 'orders' }),
    ];
    expect([form.of('wallet').name, orders.of('wallet').name]).toEqual(['paypal', 'paypal-orders']);
    expect(form.sendingMessages()).toEqual(['paypal', 'paypal-orders']);
    expect(orders.sendingMessages()).toEqual(['paypal-orders']);
    expect([form.offered(), orders.offered()]).toEqual([['wallet'], ['wallet']]);
    expect(providersWith(APP).offered()).toEqual([]);
  });

  it('are asked about sessions of their own, also of the product that takes nothing new (OWN-497)', () => {
    const ref = 'kXr2-9fQ_0aB7cD4eF6gH1';
    const [ofForm, ofOrders] = [`${ref}/1999/usd`, `${ref}/5O190127TN364715T`];
    for (const mode of ['form', 'orders']) {
      const providers = providersWith({ ...ACCOUNT, ...APP, PAYPAL_MODE: mode });
      const names = [ofForm, ofOrders].map((id) => providers.ofSession('wallet', id).name);
      expect(names).toEqual(['paypal', 'paypal-orders']);
      expect(providers.ofSession('card', 'cs_test_a1').name).toBe('stripe');
    }
  });

  it('have their messages processed where they send some and their keys are set', () => {
    expect(providersWith(KEYS).sendingMessages()).toEqual(['stripe']);
    expect(providersWith(ACCOUNT).sendingMessages()).toEqual(['paypal']);
    expect(providersWith({}).sendingMessages()).toEqual([]);
  });
});

describe('checkout', () => {
  it('names no provider', () => {
    const folder = fileURLToPath(new URL('../checkout/', import.meta.url));
    const sources = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(
      (file) => file.endsWith('.ts') && !file.endsWith('spec.ts'),
    );
    expect(sources.length).toBeGreaterThan(20);
    const naming = sources.filter((file) => /stripe|paypal/i.test(readFileSync(folder + file, 'utf8')));
    expect(naming).toEqual([]);
  });
});
