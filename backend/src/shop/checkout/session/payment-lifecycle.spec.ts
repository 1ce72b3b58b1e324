import { describe, expect, it } from '@jest/globals';
import { Clock } from '../../../platform/clock.js';
import { testSettings } from '../../../../test/settings.js';
import { ZeroTotalProvider } from '../../payments/zero-total-provider.js';
import {
  type PaymentProvider,
  type PaymentRequest,
  type PaymentSession,
  ProviderRefusal,
} from '../../payments/payment-provider.js';
import { PaymentProviderRegistry } from '../../payments/payment-provider-registry.js';
import { Checkout } from '../checkout.entity.js';
import { RecordUnknownPayment, EndCheckout } from '../settle/end-checkout.js';
import { ReopenCheckout } from '../settle/reopen-checkout.js';
import { MarkConfirming } from '../settle/mark-confirming.js';
import { SettleCheckout } from '../settle/settle-checkout.js';
import { CaptureApproved } from './capture-approved.js';
import { CreatePaymentSession } from './create-payment-session.js';
import { PaymentLifecycle } from './payment-lifecycle.js';
import { PaymentSessions } from './payment-sessions.js';

const REF = 'checkout-a';
const settings = testSettings('postgres://unused/unused', {});
const payment = { provider: 'wallet', providerRef: 'w1', amountCents: 500, currency: 'usd' };

const OPEN = {
  ref: REF,
  method: 'wallet',
  state: 'open',
  version: 1,
  holding: true,
  providerRequest: { lines: [], totalCents: 500, expiresAt: null },
  providerAttempt: 1,
  providerSessionId: null,
  providerUrl: null,
  sessionExpiresAt: null,
} satisfies Partial<Checkout>;

/** One checkout, and what its payment did to it. */
class OneCheckout {
  readonly calls: unknown[][] = [];
  readonly row = copyOf(OPEN);
  settles = true;

  readonly sessions = fake(PaymentSessions, {
    findCheckout: () => Promise.resolve(copyOf(this.row)),
    attachSession: (_ref, { id, url }) => {
      if (this.row.providerSessionId !== null) return Promise.resolve(false);
      Object.assign(this.row, { providerSessionId: id, providerUrl: url });
      return Promise.resolve(true);
    },
    raiseAttempt: (...input) => this.note('raiseAttempt', input),
  });
  readonly settle = fake(SettleCheckout, {
    execute: async (...input) => {
      await this.note('settle', input);
      return this.settles;
    },
  });
  readonly confirm = fake(MarkConfirming, {
    execute: async (...input) => {
      await this.note('confirm', input);
      this.row.state = 'confirming';
    },
    markBeforeCapture: async (...input) => {
      await this.note('beforeCapture', input);
      return this.row.version;
    },
  });
  readonly end = fake(EndCheckout, { execute: (...input) => this.note('end', input) });
  readonly reopen = fake(ReopenCheckout, { execute: (...input) => this.note('reopen', input) });
  readonly doubt = fake(RecordUnknownPayment, { execute: (...input) => this.note('doubt', input) });

  private async note(act: string, input: readonly unknown[]): Promise<void> {
    this.calls.push([act, ...input.filter((one) => one !== undefined)]);
  }
}

const copyOf = (row: Partial<Checkout>): Checkout => Object.assign(new Checkout(), row);

function fake<T extends object>({ prototype }: { prototype: T }, part: Partial<T>): T {
  const made: T = Object.create(prototype);
  return Object.assign(made, part);
}

/** A provider as none of the shop's: no messages, no refunds, and its answer changes with time. */
class Wallet implements PaymentProvider {
  readonly name = 'wallet';
  readonly method = 'wallet';
  readonly isRetired: boolean = false;
  readonly isSetUp = true;
  readonly terms = { sessionMs: null, maximumCents: 1_000 };
  answer: PaymentSession = { id: 's1', url: 'https://wallet.example/s1', state: 'open', payment: null };
  refusal: Error | undefined;

  async createSession(): Promise<PaymentSession> {
    if (this.refusal) throw this.refusal;
    return this.answer;
  }
  async retrieveSession(): Promise<PaymentSession> {
    if (this.refusal) throw this.refusal;
    return this.answer;
  }
  async endSession(): Promise<PaymentSession> {
    return this.answer.state === 'open' ? { ...this.answer, state: 'expired' } : this.answer;
  }
}

function start(...more: readonly PaymentProvider[]): {
  checkout: OneCheckout;
  wallet: Wallet;
  lifecycle: PaymentLifecycle;
} {
  const [checkout, wallet] = [new OneCheckout(), new Wallet()];
  const providers = new PaymentProviderRegistry([wallet, new ZeroTotalProvider(), ...more], settings);
  const { sessions, settle, confirm, end, reopen, doubt } = checkout;
  const create = new CreatePaymentSession(sessions, end, providers);
  const capture = new CaptureApproved(sessions, confirm, reopen, new Clock());
  const lifecycle = new PaymentLifecycle(
    sessions,
    providers,
    create,
    capture,
    settle,
    confirm,
    end,
    doubt,
    new Clock(),
  );
  return { checkout, wallet, lifecycle };
}

describe('the life of a payment, whoever provides it', () => {
  it("answers the provider's page, and the same one again", async () => {
    const { checkout, wallet, lifecycle } = start();
    expect(await lifecycle.startPayment(checkout.row)).toEqual({ url: 'https://wallet.example/s1' });
    wallet.answer = { ...wallet.answer, id: 's2', url: 'https://wallet.example/s2' };
    expect(await lifecycle.startPayment(checkout.row)).toEqual({ url: 'https://wallet.example/s1' });
    expect(checkout.calls).toEqual([]);
  });

  it('answers the form of a provider that takes one, of the stored request', async () => {
    const { checkout, wallet, lifecycle } = start();
    const formFields = (ref: string, { totalCents }: PaymentRequest) => ({ ref, amount: String(totalCents) });
    Object.assign(wallet, { formFields });
    const page = { url: 'https://wallet.example/s1', fields: { ref: REF, amount: '500' } };
    expect(await lifecycle.startPayment(checkout.row)).toEqual(page);
    expect(await lifecycle.startPayment(checkout.row)).toEqual(page);
  });

  it('waits for an answer that comes late, and settles once it is there', async () => {
    const { checkout, wallet, lifecycle } = start();
    await lifecycle.startPayment(checkout.row);
    wallet.answer = { ...wallet.answer, state: 'confirming' };
    await lifecycle.syncCheckout(REF, { expire: true });
    checkout.row.state = 'confirming';
    wallet.answer = { ...wallet.answer, state: 'paid', payment };
    await lifecycle.syncCheckout(REF, { expire: true });
    expect(checkout.calls).toEqual([
      ['confirm', REF, 's1'],
      ['settle', REF, payment],
    ]);
  });

  it('is confirming from its first answer where nobody reports the payment, also for a call that comes second', async () => {
    const { checkout, wallet, lifecycle } = start();
    wallet.answer = { ...wallet.answer, state: 'confirming' };
    const before = copyOf(checkout.row);
    expect(await lifecycle.startPayment(before)).toEqual({ url: 'https://wallet.example/s1' });
    expect(await lifecycle.startPayment(before)).toEqual({ url: 'https://wallet.example/s1' });
    expect(checkout.calls).toEqual([
      ['confirm', REF, 's1'],
      ['confirm', REF, 's1'],
    ]);
  });

  it('has no page where it ended before it was confirming', async () => {
    const { checkout, wallet, lifecycle } = start();
    wallet.answer = { ...wallet.answer, state: 'confirming' };
    checkout.confirm.execute = async () => void (checkout.row.state = 'cancelled');
    await expect(lifecycle.startPayment(copyOf(checkout.row))).rejects.toMatchObject({ code: 'CONFLICT' });
  });

  it('is ended, not confirming, when it was cancelled before its session was known', async () => {
    const { checkout, wallet, lifecycle } = start();
    wallet.answer = { ...wallet.answer, state: 'confirming' };
    wallet.endSession = () => Promise.resolve({ ...wallet.answer, state: 'expired' });
    await lifecycle.syncCheckout(REF, { expire: true });
    expect(checkout.calls).toEqual([['end', REF, 'expired', 's1']]);
  });

  it('asks the product that a session is of, not the one that takes what is new (OWN-497)', async () => {
    const former = Object.assign(new Wallet(), {
      isRetired: true,
      hasCreatedSession: (id: string) => id === 'f1',
    });
    const { checkout, wallet, lifecycle } = start(former);
    wallet.refusal = new ProviderRefusal('unknown');
    former.answer = { ...former.answer, state: 'paid', payment };
    Object.assign(checkout.row, { state: 'confirming', providerSessionId: 'f1' });
    await lifecycle.syncCheckout(REF, { expire: false });
    expect(checkout.calls).toEqual([['settle', REF, payment]]);
  });

  it('doubts a confirming checkout of whose session the provider knows nothing, and ends none at once (OWN-815)', async () => {
    const { checkout, wallet, lifecycle } = start();
    await lifecycle.startPayment(checkout.row);
    Object.assign(checkout.row, { state: 'confirming', sessionExpiresAt: new Date(0) });
    wallet.refusal = new ProviderRefusal('unknown');
    for (const expire of [true, false]) await lifecycle.syncCheckout(REF, { expire });
    expect(checkout.calls).toEqual([
      ['doubt', REF, 's1'],
      ['doubt', REF, 's1'],
    ]);
    wallet.refusal = new Error('no answer');
    await expect(lifecycle.syncCheckout(REF, { expire: false })).rejects.toMatchObject({
      code: 'PAYMENT_PROVIDER_UNAVAILABLE',
    });
    expect(checkout.calls).toHaveLength(2);
  });

  it.each(['expired', 'failed'] as const)('ends a checkout whose session is %s', async (state) => {
    const { checkout, lifecycle } = start();
    await lifecycle.applySession(REF, { id: 's1', url: null, state, payment: null });
    expect(checkout.calls).toEqual([['end', REF, state, 's1']]);
  });

  it('ends a checkout whose money is stranded', async () => {
    const { checkout, lifecycle } = start();
    checkout.settles = false;
    await lifecycle.applySession(REF, { id: 's1', url: null, state: 'paid', payment });
    expect(checkout.calls).toEqual([
      ['settle', REF, payment],
      ['end', REF, 'failed', 's1'],
    ]);
  });

  it('ends a checkout of nothing to pay that can not be made', async () => {
    const { checkout, lifecycle } = start();
    checkout.row.method = 'none';
    checkout.settles = false;
    expect(await lifecycle.startPayment(checkout.row)).toBeNull();
    expect(checkout.calls).toEqual([
      ['settle', REF, null],
      ['end', REF, 'failed'],
    ]);
  });

  it('settles at once where nothing is to pay, without a session and without an end', async () => {
    const { checkout, lifecycle } = start();
    checkout.row.method = 'none';
    expect(await lifecycle.startPayment(checkout.row)).toBeNull();
    await lifecycle.syncCheckout(REF, { expire: true });
    expect(checkout.calls).toEqual([
      ['settle', REF, null],
      ['settle', REF, null],
    ]);
    expect(checkout.row.providerSessionId).toBeNull();
  });

  it('fails a checkout that the provider refuses', async () => {
    const { checkout, wallet, lifecycle } = start();
    wallet.refusal = new ProviderRefusal('no');
    await expect(lifecycle.startPayment(checkout.row)).rejects.toMatchObject({
      code: 'PAYMENT_PROVIDER_UNAVAILABLE',
    });
    expect(checkout.calls).toEqual([['end', REF, 'failed']]);
  });
});
