import type { Stripe } from 'stripe';
import { Clock } from '../src/platform/clock.js';
import { PaymentProviderRegistry } from '../src/shop/payments/payment-provider-registry.js';
import { RefundSender, SendRefund, type DueRefund } from '../src/shop/refunds/send-refunds.js';
import { actOnPayPage, place, waitForState } from './buying.js';
import { readStripeState } from './stripe.js';
import type { Shop } from './shop.js';
import type { SignedIn } from './sign-in.js';
import { until } from './until.js';

/** The route of the stand-in for refunds. */
export const REFUNDS = 'POST /v1/refunds';

/** Makes the provider answer refunds in a given way during an action, however often it is called. */
export async function whileRefundsAnswered<T>(
  shop: Shop,
  answer: { status: number; body: object },
  act: () => Promise<T>,
): Promise<T> {
  const fault = { kind: 'fail', ...answer } as const;
  const armed = shop.peers.faults.arm({ faultPoint: 'stripe.api', match: REFUNDS, fault, times: 1_000 });
  try {
    return await act();
  } finally {
    shop.peers.faults.clear(armed.id);
  }
}

/** Makes the provider refuse refunds for good during an action. */
export const whileRefundsRefused = <T>(shop: Shop, act: () => Promise<T>, message = 'no'): Promise<T> =>
  whileRefundsAnswered(
    shop,
    { status: 400, body: { error: { type: 'invalid_request_error', message } } },
    act,
  );

interface RefundRow {
  state: string;
  attempts: number;
  order_id: number;
  amount_cents: number;
  /** The provider's reference of the payment. */
  payment_ref: string;
}

/** Makes and reads refunds of a running shop. */
export class RefundSteps {
  constructor(
    private readonly shop: Shop,
    private readonly admin: SignedIn,
  ) {}

  /**
   * Buys two lines and cancels one, so that the provider would accept a second refund. @returns the id of the refund
   */
  async request(by?: SignedIn): Promise<number> {
    const buyer = by ?? (await this.shop.signIn());
    const ids = [await this.shop.addProduct({}), await this.shop.addProduct({})];
    const { url, checkout } = await place(
      buyer,
      ids.map((id) => ({ id, quantity: 1 })),
    );
    await actOnPayPage(url, 'pay');
    const { orders } = await waitForState(buyer, checkout, 'paid');
    await this.admin.agent.patch(`/api/admin/orders/${orders[0]}/cancel`).send({}).expect(200);
    const rows: { id: number }[] = await this.shop.database.query(
      'SELECT id FROM refunds WHERE order_id = $1',
      [orders[0]],
    );
    return rows[0]?.id ?? 0;
  }

  /** Cancels the other order of a refund's payment, which has the same amount. @returns the id of its refund */
  async requestEqual(id: number): Promise<number> {
    const { order_id: first } = await this.readRow(id);
    const rows: { id: number }[] = await this.shop.database.query(
      'SELECT id FROM orders WHERE checkout_id = (SELECT checkout_id FROM orders WHERE id = $1) AND id <> $1',
      [first],
    );
    const other = rows[0]?.id ?? 0;
    await this.admin.agent.patch(`/api/admin/orders/${other}/cancel`).send({}).expect(200);
    const [refund]: { id: number }[] = await this.shop.database.query(
      'SELECT id FROM refunds WHERE order_id = $1',
      [other],
    );
    return refund?.id ?? 0;
  }

  /** Requests a refund and tries to send it. @returns its id */
  async requestAndSend(by?: SignedIn): Promise<number> {
    const id = await this.request(by);
    await this.shop.app.get(RefundSender).sendDueRefunds();
    return id;
  }

  /** Requests a refund that the provider refuses. @returns its id, once it is manual */
  requestRefused(by?: SignedIn): Promise<number> {
    return whileRefundsRefused(this.shop, async () => {
      const id = await this.requestAndSend(by);
      await this.waitForState(id, 'manual');
      return id;
    });
  }

  /** Requests a refund that the loop of the shop does not send, because it is due in an hour. @returns its id */
  async requestForLater(): Promise<number> {
    const { faults } = this.shop.peers;
    const times = 1_000;
    const fault = { kind: 'fail', status: 429 } as const;
    const armed = faults.arm({ faultPoint: 'stripe.api', match: REFUNDS, fault, times });
    const id = await this.request();
    await this.setDue(id, '59 minutes');
    // An attempt that had begun before is over once the provider has answered it.
    const answers = () => times - (faults.list().find((one) => one.id === armed.id)?.left ?? 0);
    await until(
      () => this.readRow(id),
      ({ attempts }) => attempts === answers(),
    );
    faults.clear(armed.id);
    return id;
  }

  async setDue(id: number, after: string): Promise<void> {
    await this.shop.database.query('UPDATE refunds SET next_try_at = now() + $2::interval WHERE id = $1', [
      id,
      after,
    ]);
  }

  /** Creates a sender whose clock is an hour ahead. */
  laterSender(): RefundSender {
    const clock = new Clock();
    clock.now = () => new Date(Date.now() + 60 * 60_000);
    const { app, database } = this.shop;
    return new RefundSender(database, app.get(PaymentProviderRegistry), app.get(SendRefund), clock);
  }

  /** A refund as a worker sees it that claimed it first and was stopped while others continued. */
  async staleClaim(id: number): Promise<DueRefund> {
    const { amount_cents, order_id, payment_ref: provider_ref } = await this.readRow(id);
    const now = new Date();
    const first = { attempts: 1, provider_attempt: 1, next_try_at: now, created_at: now };
    return { id, order_id, amount_cents, provider: 'stripe', provider_ref, currency: 'usd', ...first };
  }

  async readRow(id: number): Promise<RefundRow> {
    const [row]: RefundRow[] = await this.shop.database.query(
      `SELECT r.state, r.attempts, r.order_id, r.amount_cents, p.provider_ref AS payment_ref
         FROM refunds r JOIN payments p ON p.id = r.payment_id WHERE r.id = $1`,
      [id],
    );
    if (!row) throw new Error(`there is no refund ${id}`);
    return row;
  }

  async waitForState(id: number, wanted: string): Promise<void> {
    await until(
      () => this.readRow(id),
      ({ state }) => state === wanted,
    );
  }

  async waitForAttempts(id: number, n: number): Promise<void> {
    await until(
      () => this.readRow(id),
      ({ attempts }) => attempts >= n,
    );
  }

  /** Lists the refunds of a row at the provider. */
  async listSent(id: number): Promise<Stripe.Refund[]> {
    const { refunds } = await readStripeState(this.shop);
    return Object.values(refunds).filter((sent) => sent.metadata?.['refund'] === String(id));
  }

  async listAlerts(id: number): Promise<{ title: string; detail: string }[]> {
    return this.shop.database.query(
      `SELECT data->>'title' AS title, data->>'detail' AS detail FROM outbox_events
        WHERE type = 'alert.raised' AND data->>'detail' LIKE $1 ORDER BY id`,
      [`Refund ${id} %`],
    );
  }

  async listAlertTitles(id: number): Promise<string[]> {
    return (await this.listAlerts(id)).map(({ title }) => title);
  }
}
