import { describe, expect, it } from '@jest/globals';
import { authCalls, checkoutCalls } from '@pax/contracts';
import { readFileSync } from 'node:fs';
import { Stripe } from 'stripe';
import { environment } from '../../../settings.js';
import { PAYPAL_EVENTS } from '../paypal/orders/webhook-report.js';
import { STRIPE_EVENTS } from './stripe-messages.js';

const root = new URL('../../../../../', import.meta.url);
const read = (path: string): string => readFileSync(new URL(path, root), 'utf8');
const guide = read('packages/system/docs/operators-guide.md');
const stripe = guide.split('\n## ').find((part) => /^\d+\. Stripe\n/.test(part)) ?? '';

describe("the operator's guide (OWN-429)", () => {
  it("lists exactly the events of Stripe's that the shop processes", () => {
    const listed = [...stripe.matchAll(/^ *- `([\w.]+)`$/gm)].map(([, type]) => type);
    expect(new Set(listed)).toEqual(STRIPE_EVENTS);
    expect(listed).toHaveLength(STRIPE_EVENTS.size);
  });

  it("lists exactly the events of PayPal's orders that the shop processes", () => {
    const listed = [...guide.matchAll(/^ *- `([A-Z]+\.[A-Z]+\.[A-Z]+)`$/gm)].map(([, type]) => type);
    expect(new Set(listed)).toEqual(PAYPAL_EVENTS);
    expect(listed).toHaveLength(PAYPAL_EVENTS.size);
  });

  it("names the version of Stripe's interface that the shop speaks", () => {
    expect(/API version `([^`]+)`/.exec(stripe)?.[1]).toBe(Stripe.API_VERSION);
  });

  it('names addresses that exist', () => {
    expect(guide).toContain(checkoutCalls.stripeWebhook.path);
    expect(guide).toContain(checkoutCalls.paypalNotification.path);
    expect(guide).toContain(checkoutCalls.paypalWebhook.path);
    expect(guide).toContain(authCalls.finishDiscordSignIn.path);
  });

  it('names settings that exist', () => {
    const known = new Set([...read('.env.example').matchAll(/^([A-Z_]+)=/gm)].map(([, key]) => key));
    const named = [...guide.matchAll(/`([A-Z]+(?:_[A-Z]+)+)`/g)].map(([, key]) => key);
    const codes = new Set(['DATABASE_ROLE_MAY_ALTER']);
    expect(named.filter((key) => key !== undefined && !known.has(key) && !codes.has(key))).toEqual([]);
    expect(
      Object.keys(environment.shape).filter(
        (key) => /^(DISCORD|STRIPE|PAYPAL)_(?!(API_|IPN_|CDN_|WEB_)?URL)/.test(key) && !named.includes(key),
      ),
    ).toEqual([]);
  });
});
