import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { SHOP_VERSION } from '@pax/contracts';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import { Stripe } from 'stripe';
import { testSettings } from '../../../../test/settings.js';
import { STRIPE_API_VERSION } from './stripe-client.js';
import { StripeProvider } from './stripe-provider.js';

describe('calls to Stripe', () => {
  const received: IncomingHttpHeaders[] = [];
  const peer = createServer((call, answer) => {
    received.push(call.headers);
    answer.writeHead(404, { 'content-type': 'application/json' }).end('{"error":{"message":"none"}}');
  });
  let provider: StripeProvider;
  beforeAll(async () => {
    await new Promise<void>((resolve) => {
      peer.listen(0, '127.0.0.1', resolve);
    });
    const address = peer.address();
    if (typeof address !== 'object' || !address) throw new Error('the peer does not listen');
    provider = new StripeProvider(
      testSettings('postgres://unused/unused', {
        STRIPE_API_URL: `http://127.0.0.1:${address.port}`,
        STRIPE_SECRET_KEY: 'sk_test_spec',
        STRIPE_WEBHOOK_SECRET: 'whsec_spec',
        PUBLIC_URL: 'http://127.0.0.1:3000',
      }),
    );
  });
  afterAll(async () => {
    peer.closeAllConnections();
    await new Promise((resolve) => peer.close(resolve));
  });

  it('name the API version that the library knows, and the shop with version and address', async () => {
    await expect(provider.retrieveSession('cs_test_none')).rejects.toThrow('none');
    expect(received[0]?.['stripe-version']).toBe(STRIPE_API_VERSION);
    expect(received[0]?.['user-agent']).toContain(`Pax Market/${SHOP_VERSION} (http://127.0.0.1:3000)`);
    expect(STRIPE_API_VERSION).toBe(Stripe.API_VERSION);
  });
});
