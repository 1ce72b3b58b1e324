import { describe, expect, it } from '@jest/globals';
import { testSettings } from '../../../test/settings.js';
import { CryptoProvider } from './crypto-provider.js';
import { ZeroTotalProvider } from './zero-total-provider.js';
import { PaymentProviderRegistry } from './payment-provider-registry.js';
import { Clock } from '../../platform/clock.js';
import { PaypalOrdersProvider } from './paypal/orders/paypal-orders-provider.js';
import { PaypalProvider } from './paypal/paypal-provider.js';
import { StripeProvider } from './stripe/stripe-provider.js';

function providersWith(env: Record<string, string>): PaymentProviderRegistry {
  const settings = testSettings('postgres://unused/unused', env);
  return new PaymentProviderRegistry(
    [
      new StripeProvider(settings),
      new PaypalProvider(settings),
      new PaypalOrdersProvider(settings, new Clock()),
      new CryptoProvider(settings),
      new ZeroTotalProvider(),
    ],
    settings,
  );
}
const APP = { PAYPAL_CLIENT_ID: 'app', PAYPAL_CLIENT_SECRET: 'secret', PAYPAL_WEBHOOK_ID: 'webhook' };
const ACCOUNT = { PAYPAL_BUSINESS: 'pay@shop.example' };
const KEYS = { STRIPE_SECRET_KEY: 'sk_test_spec', STRIPE_WEBHOOK_SECRET: 'whsec_spec' };

describe('the payment providers', () => {
  it('offer what the settings switch on and whose keys are set', () => {
    expect(providersWith({}).offeredMethods()).toEqual([]);
    expect(providersWith(KEYS).offeredMethods()).toEqual(['card']);
    expect(providersWith({ ...KEYS, PAYMENT_METHODS: 'wallet' }).offeredMethods()).toEqual([]);
    const partner = { PARTNER_SHOP_URL: 'https://partner.example' };
    expect(providersWith(partner).offeredMethods()).toEqual([]);
    expect(providersWith({ PAYMENT_METHODS: 'crypto' }).offeredMethods()).toEqual([]);
    expect(providersWith({ ...partner, PAYMENT_METHODS: 'crypto' }).offeredMethods()).toEqual(['crypto']);
    expect(providersWith({ ...KEYS, ...ACCOUNT }).offeredMethods()).toEqual(['card', 'wallet']);
    expect(providersWith({ ...ACCOUNT, PAYMENT_METHODS: 'card' }).offeredMethods()).toEqual([]);
  });

  it('are chosen by the method, and refuse one that nobody provides', () => {
    const providers = providersWith(KEYS);
    expect(providers.findProviderForMethod('card').name).toBe('stripe');
    expect(providers.findProviderForMethod('wallet').name).toBe('paypal');
    expect(providers.findProviderForMethod('none').name).toBe('none');
    const none = new PaymentProviderRegistry([], testSettings('postgres://unused/unused', {}));
    expect(() => none.findProviderForMethod('wallet')).toThrow(
      expect.objectContaining({ code: 'METHOD_DISABLED' }),
    );
  });

  it('are of one wallet product at a time, which hears of both (OWN-497)', () => {
    const [form, orders] = [
      providersWith({ ...ACCOUNT, ...APP }),
      providersWith({ ...APP, PAYPAL_MODE: 'orders' }),
    ];
    expect([form.findProviderForMethod('wallet').name, orders.findProviderForMethod('wallet').name]).toEqual([
      'paypal',
      'paypal-orders',
    ]);
    expect(form.namesOfMessageSenders()).toEqual(['paypal', 'paypal-orders']);
    expect(orders.namesOfMessageSenders()).toEqual(['paypal-orders']);
    expect([form.offeredMethods(), orders.offeredMethods()]).toEqual([['wallet'], ['wallet']]);
    expect(providersWith(APP).offeredMethods()).toEqual([]);
  });

  it('are asked about sessions of their own, also of the product that takes nothing new (OWN-497)', () => {
    const ref = 'kXr2-9fQ_0aB7cD4eF6gH1';
    const [ofForm, ofOrders] = [`${ref}/1999/usd`, `${ref}/5O190127TN364715T`];
    for (const mode of ['form', 'orders']) {
      const providers = providersWith({ ...ACCOUNT, ...APP, PAYPAL_MODE: mode });
      const names = [ofForm, ofOrders].map((id) => providers.findProviderOfSession('wallet', id).name);
      expect(names).toEqual(['paypal', 'paypal-orders']);
      expect(providers.findProviderOfSession('card', 'cs_test_a1').name).toBe('stripe');
    }
  });

  it('have their messages processed where they send some and their keys are set', () => {
    expect(providersWith(KEYS).namesOfMessageSenders()).toEqual(['stripe']);
    expect(providersWith(ACCOUNT).namesOfMessageSenders()).toEqual(['paypal']);
    expect(providersWith({}).namesOfMessageSenders()).toEqual([]);
  });
});
