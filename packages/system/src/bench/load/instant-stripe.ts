import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { Stripe } from 'stripe';

interface Session {
  readonly id: string;
  readonly object: 'checkout.session';
  readonly client_reference_id: string | null;
  readonly metadata: Record<string, string>;
  readonly amount_total: number;
  readonly currency: 'usd';
  readonly livemode: false;
  readonly payment_intent: string | null;
  readonly payment_status: 'paid' | 'unpaid';
  readonly status: 'open' | 'complete';
  readonly url: string;
}

/**
 * A simple Stripe that answers at once and stores sessions only, so that the bench measures the shop's own time; its
 * own processing time is counted separately.
 */
export class InstantStripe {
  readonly secretKey = `sk_test_${randomBytes(12).toString('hex')}`;
  readonly webhookSecret = `whsec_${randomBytes(16).toString('hex')}`;
  private readonly sessions = new Map<string, Session>();
  private readonly sessionsByCheckout = new Map<string, Session>();
  private readonly server = createServer((request, response) => void this.handleRequest(request, response));
  private ownMs = 0;
  private calls = 0;

  /** Starts the simple Stripe. @returns settings that make a shop use it */
  async start(): Promise<Record<string, string>> {
    this.server.listen(0, '127.0.0.1');
    await once(this.server, 'listening');
    const address = this.server.address();
    if (address === null || typeof address === 'string') throw new Error('no port');
    return {
      STRIPE_API_URL: `http://127.0.0.1:${address.port}`,
      STRIPE_SECRET_KEY: this.secretKey,
      STRIPE_WEBHOOK_SECRET: this.webhookSecret,
    };
  }

  /** Mean processing time per call so far, ms. */
  get ownMsPerCall(): number {
    return this.calls === 0 ? 0 : this.ownMs / this.calls;
  }

  /** Pays the session of a checkout. @returns the signed webhook message about the payment */
  pay(checkout: string): { payload: string; signature: string } {
    const session = this.sessionsByCheckout.get(checkout);
    if (!session) throw new Error(`no session for ${checkout}`);
    const intent = `pi_${session.id}`;
    const object: Session = {
      ...session,
      status: 'complete',
      payment_status: 'paid',
      payment_intent: intent,
    };
    this.storeSession(object);
    const payload = JSON.stringify({
      id: `evt_${session.id}`,
      object: 'event',
      type: 'checkout.session.completed',
      livemode: false,
      data: { object },
    });
    const signature = Stripe.webhooks.generateTestHeaderString({ payload, secret: this.webhookSecret });
    return { payload, signature };
  }

  async stop(): Promise<void> {
    this.server.closeAllConnections();
    this.server.close();
    await once(this.server, 'close');
  }

  private async handleRequest(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = [];
    for await (const chunk of request) if (Buffer.isBuffer(chunk)) chunks.push(chunk);
    const startedAt = performance.now();
    const known = this.sessions.get(request.url?.split(/[/?]/)[4] ?? '');
    const session = known ?? this.createSession(new URLSearchParams(Buffer.concat(chunks).toString()));
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(session));
    this.ownMs += performance.now() - startedAt;
    this.calls += 1;
  }

  private createSession(form: URLSearchParams): Session {
    const id = `cs_test_${randomBytes(12).toString('hex')}`;
    const session: Session = {
      id,
      object: 'checkout.session',
      client_reference_id: form.get('client_reference_id'),
      metadata: { checkout: form.get('metadata[checkout]') ?? '' },
      amount_total: sumLineItems(form),
      currency: 'usd',
      livemode: false,
      payment_intent: null,
      payment_status: 'unpaid',
      status: 'open',
      url: `https://pay.test/${id}`,
    };
    this.storeSession(session);
    return session;
  }

  private storeSession(session: Session): void {
    this.sessions.set(session.id, session);
    if (session.client_reference_id !== null)
      this.sessionsByCheckout.set(session.client_reference_id, session);
  }
}

/** Sums the prices of a request's line items, cents. */
function sumLineItems(form: URLSearchParams): number {
  let cents = 0;
  for (let n = 0; form.has(`line_items[${n}][quantity]`); n += 1)
    cents +=
      Number(form.get(`line_items[${n}][quantity]`)) *
      Number(form.get(`line_items[${n}][price_data][unit_amount]`));
  return cents;
}
