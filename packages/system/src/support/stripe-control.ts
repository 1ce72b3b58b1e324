import { z } from 'zod';
import type { WholeShop } from './whole-shop.js';

const stateSchema = z.object({
  sessions: z.record(
    z.string(),
    z.looseObject({
      session: z.looseObject({
        id: z.string(),
        status: z.string(),
        payment_intent: z.string().nullable(),
        client_reference_id: z.string().nullable(),
      }),
    }),
  ),
  charges: z.record(
    z.string(),
    z.looseObject({
      payment_intent: z.string(),
      paid: z.boolean(),
      amount_captured: z.number().int(),
      amount_refunded: z.number().int(),
    }),
  ),
  events: z.record(
    z.string(),
    z.looseObject({
      state: z.string(),
      event: z.looseObject({
        id: z.string(),
        type: z.string(),
        data: z.looseObject({ object: z.looseObject({ id: z.string() }) }),
      }),
    }),
  ),
});
/** State of the Stripe stand-in. */
export type StripeState = z.output<typeof stateSchema>;

/** Client of the Stripe stand-in: reads its state, and controls it. */
export class StripeControl {
  constructor(private readonly shop: Pick<WholeShop, 'sandboxUrl'>) {}

  async readState(): Promise<StripeState> {
    const answer = await fetch(`${this.shop.sandboxUrl}/stripe/state`);
    return stateSchema.parse(await answer.json());
  }

  /** Finds the id of a checkout's first session. @throws Error if there is none */
  async findSession(checkout: string): Promise<string> {
    const [id] = await this.findSessions(checkout);
    if (id === undefined) throw new Error(`Stripe has no session for ${checkout}`);
    return id;
  }

  /** Finds the ids of all sessions of a checkout. */
  async findSessions(checkout: string): Promise<string[]> {
    const records = Object.values((await this.readState()).sessions);
    return records
      .map(({ session }) => session)
      .filter(({ client_reference_id: ref }) => ref === checkout)
      .map(({ id }) => id);
  }

  /** Expires a session, as happens after 35 minutes. */
  async expireSession(sessionId: string): Promise<void> {
    await this.postForm(`/stripe/sessions/${sessionId}/expire`);
  }

  /** Sends the webhooks about a session again, `copies` at the same time. @returns the number of distinct webhooks */
  async resendWebhooks(sessionId: string, copies: number): Promise<number> {
    const events = Object.values((await this.readState()).events).filter(
      ({ event }) => event.data.object.id === sessionId,
    );
    await Promise.all(
      events.map(({ event }) =>
        this.postForm(`/stripe/events/${event.id}/resend`, { copies: String(copies) }),
      ),
    );
    return events.length;
  }

  /** Arms a fault at a fault point of Stripe for `times` calls. */
  async armFault(faultPoint: 'stripe.api' | 'stripe.webhook', fault: object, times = 1): Promise<void> {
    const answer = await fetch(`${this.shop.sandboxUrl}/faults`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ faultPoint, fault, times }),
    });
    if (!answer.ok) throw new Error(`arming answered ${answer.status}: ${await answer.text()}`);
  }

  /** Sends all webhooks that the fault `hold` kept back. */
  async releaseWebhooks(): Promise<void> {
    await this.postForm('/stripe/events/release');
  }

  private async postForm(path: string, form: Record<string, string> = {}): Promise<void> {
    const answer = await fetch(`${this.shop.sandboxUrl}${path}`, {
      method: 'POST',
      body: new URLSearchParams(form),
    });
    if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${await answer.text()}`);
  }
}
