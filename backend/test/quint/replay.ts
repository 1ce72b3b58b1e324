import { ProviderInbox } from '../../src/shop/inbox/provider-inbox.js';
import { readBalances, onePieceOf, actOnPayPage, place } from '../buying.js';
import {
  listNotificationBodies,
  postNotification,
  actOnWalletPage,
  readPaypalState,
  placeByWallet,
  steerPaypal,
  type WalletForm,
} from '../paypal.js';
import {
  findDispute,
  listEvents,
  postSignedEvent,
  objectId,
  actAtStripe,
  findSession,
  steerStripe,
} from '../stripe.js';
import type { Shop } from '../shop.js';
import type { SignedIn } from '../sign-in.js';

/** Names of checkout states in the model. */
const STATES: Record<string, string> = {
  cancelled: 'ended',
  failed: 'ended',
};
const NOTHING = { state: 'none', settled: 0, back: 0 };

interface Person {
  signedIn: SignedIn;
  checkout?: string;
  url?: string;
  form?: WalletForm;
  /** True while the bank has not decided. */
  isPending?: boolean;
}

/** Names of the model for actions at the providers. */
const CARD_EVENTS = ['checkout.session.completed', 'checkout.session.async_payment_succeeded'];
const DISPUTES = { dispute: 'reverse', win: 'cancel-reversal' } as const;

/** Replays steps of the model in a shop whose messages are held back until `tell`. */
export class Replay {
  private readonly people = new Map<string, Person>();

  private constructor(
    private readonly shop: Shop,
    private readonly admin: SignedIn,
    private readonly product: number,
  ) {}

  static async start(shop: Shop, admin: SignedIn): Promise<Replay> {
    const replay = new Replay(shop, admin, await shop.addProduct({ stock: 2, priceCents: 1000 }));
    for (const name of ['ada', 'ben', 'cem']) replay.people.set(name, { signedIn: await shop.signIn() });
    return replay;
  }

  async act(action: string, name: string): Promise<void> {
    const person = this.people.get(name);
    if (!person) throw new Error(`nobody is called ${name}`);
    const { signedIn, checkout = '' } = person;
    if (action === 'place') return this.place(name, person);
    if (action === 'charge') return this.charge(person);
    if (action === 'tell') return this.tell(person);
    if (action === 'confirm') return this.confirm(person);
    if (action === 'decline') return this.decline(person);
    if (action === 'dispute' || action === 'win' || action === 'lose') return this.dispute(person, action);
    if (action === 'cancel')
      return void (await signedIn.agent.post(`/api/checkouts/${checkout}/cancel`).expect(200));
    const { body } = await signedIn.agent.get(`/api/checkouts/${checkout}`).expect(200);
    const path = `/api/admin/orders/${body.orders[0]}`;
    if (action === 'refund')
      return void (await this.admin.agent.post(`${path}/refund`).send({ amount: '5.00' }).expect(200));
    const move = action === 'deliver' ? 'complete' : 'cancel';
    await this.admin.agent.patch(`${path}/${move}`).send({}).expect(200);
  }

  /** Reads the state of the shop in terms of the model. */
  async state(): Promise<{ free: number; checkouts: Record<string, unknown> }> {
    const [free = 0] = await readBalances(this.shop, `stock:${this.product}`);
    const checkouts: Record<string, unknown> = {};
    for (const [name, { checkout }] of this.people)
      checkouts[name] = checkout ? await this.read(checkout) : NOTHING;
    return { free, checkouts };
  }

  private async read(ref: string) {
    const [row]: { state: string; settled: number; back: number }[] = await this.shop.database.query(
      `SELECT c.state, (SELECT count(*)::int FROM payments p WHERE p.checkout_id = c.id AND p.state = 'settled') AS settled,
              (SELECT coalesce(sum(r.amount_cents), 0)::int FROM refunds r JOIN payments p ON p.id = r.payment_id
                WHERE p.checkout_id = c.id) AS back
         FROM checkouts c WHERE c.ref = $1`,
      [ref],
    );
    return row && { ...row, state: STATES[row.state] ?? row.state };
  }

  private async place(name: string, person: Person): Promise<void> {
    const items = onePieceOf(this.product);
    if (name === 'ada') Object.assign(person, await place(person.signedIn, items));
    else {
      const form = await placeByWallet(person.signedIn, items);
      Object.assign(person, { form, checkout: form.checkout });
    }
  }

  private async charge({ url, form, checkout = '', isPending }: Person): Promise<void> {
    if (isPending) return form ? this.atPaypal(checkout, 'complete') : this.later(checkout, 'succeed');
    if (form) await actOnWalletPage(form, 'pay');
    else await actOnPayPage(url ?? '', 'pay');
  }

  private async confirm(person: Person): Promise<void> {
    const { url, form, checkout = '' } = person;
    if (form) await actOnWalletPage(form, 'pay_pending');
    else await actOnPayPage(url ?? '', 'pay_later');
    person.isPending = true;
    await this.tell(person);
    // The model's shop hears of the outcome by its message alone.
    const later = `UPDATE checkouts SET next_check_at = now() + interval '1 day' WHERE ref = $1`;
    await this.shop.database.query(later, [checkout]);
  }

  private async decline(person: Person): Promise<void> {
    const { form, checkout = '' } = person;
    person.isPending = false;
    if (form) {
      await this.atPaypal(checkout, 'deny');
      return this.tell(person);
    }
    await this.later(checkout, 'fail');
    await this.forgeAll(checkout, 'checkout.session.async_payment_failed');
  }

  private async dispute(person: Person, what: 'dispute' | 'win' | 'lose'): Promise<void> {
    const { shop } = this;
    const { form, checkout = '' } = person;
    if (form && what !== 'lose') {
      await this.atPaypal(checkout, DISPUTES[what]);
      return this.bringAll(checkout);
    }
    const { payment_intent: intent } = await findSession(shop, checkout);
    if (what === 'dispute') await actAtStripe(shop, checkout, 'dispute');
    else {
      const { id } = await findDispute(shop, checkout);
      await steerStripe(shop, `disputes/${id}/close`, { outcome: what === 'win' ? 'won' : 'lost' });
    }
    await this.forgeAll(objectId(intent), `charge.dispute.${what === 'dispute' ? 'created' : 'closed'}`);
  }

  private async tell({ checkout = '', form }: Person): Promise<void> {
    if (form) return this.bringAll(checkout);
    for (const type of CARD_EVENTS) await this.forgeAll(checkout, type);
  }

  private async bringAll(checkout: string): Promise<void> {
    for (const body of await listNotificationBodies(this.shop, checkout)) {
      await postNotification(this.shop, body);
      await this.shop.app.get(ProviderInbox).waitUntilProcessed();
    }
  }

  private async forgeAll(about: string, type: string): Promise<void> {
    for (const event of await listEvents(this.shop, about, type)) await postSignedEvent(this.shop, event);
    await this.shop.app.get(ProviderInbox).waitUntilProcessed();
  }

  private async later(checkout: string, action: 'succeed' | 'fail'): Promise<void> {
    await steerStripe(this.shop, `sessions/${(await findSession(this.shop, checkout)).id}/later`, {
      action,
    });
  }

  /** With the newest payment of the checkout, since an earlier one may have been denied. */
  private async atPaypal(checkout: string, act: string): Promise<void> {
    const { payments } = await readPaypalState(this.shop);
    const payment = Object.values(payments).findLast(({ form }) => form['invoice'] === checkout);
    await steerPaypal(this.shop, `payments/${payment?.id}/act`, { act });
  }
}
