import { until } from '@pax/local';
import { submitPayPage } from '../support/shopping.js';
import { newCustomer } from '../support/sign-in.js';
import type { Person } from '../support/person.js';
import type { FaultHarness } from './fault-harness.js';

const BUYERS = 8;

/** A purchase that was paid on Stripe's page. */
interface PaidPurchase {
  readonly buyer: Person;
  readonly checkout: string;
}

/** Simulated buyers who buy repeatedly while faults happen, and record their payments. */
export class BuyerLoad {
  private readonly paid: PaidPurchase[] = [];
  private isRunning = true;
  private readonly buying: Promise<void>[] = [];
  /** Answers of the shop that are neither a success nor a 503. */
  readonly unexpectedAnswers: string[] = [];

  private constructor(private readonly harness: FaultHarness) {}

  static async start(harness: FaultHarness): Promise<BuyerLoad> {
    const buyers: Person[] = [];
    for (let n = 0; n < BUYERS; n += 1) buyers.push(await newCustomer(harness.shop));
    const load = new BuyerLoad(harness);
    for (const buyer of buyers) load.buying.push(load.buyRepeatedly(buyer));
    return load;
  }

  /**
   * Adds a new buyer as soon as registration works, since all others may be waiting for payments whose webhooks are
   * sent again only later.
   */
  async addBuyer(): Promise<void> {
    const newcomer = await until(() => newCustomer(this.harness.shop).catch(() => undefined), {
      deadlineMs: this.harness.timings.recoveredMs,
      what: 'somebody new let in',
    });
    this.buying.push(this.buyRepeatedly(newcomer));
  }

  /** Number of paid purchases so far. */
  get paidCount(): number {
    return this.paid.length;
  }

  /** Stops all buyers after their current purchase. */
  stopBuying(): void {
    this.isRunning = false;
  }

  /** Stops all buyers, and waits until every paid checkout has its orders. @returns the numbers of the orders */
  async finish(): Promise<number[]> {
    this.stopBuying();
    await Promise.all(this.buying);
    const made: number[] = [];
    for (const { buyer, checkout } of this.paid)
      made.push(...(await this.harness.waitForPaid(checkout, buyer)).orders);
    return made;
  }

  private async buyRepeatedly(buyer: Person): Promise<void> {
    while (this.isRunning) {
      try {
        const { url, checkout } = await this.harness.placeCheckout(buyer);
        await submitPayPage(url, 'pay');
        this.paid.push({ buyer, checkout });
        // Waits for the payment, since the same cart would open the paid page again until the shop knows of the payment.
        await this.harness.waitForPaid(checkout, buyer);
      } catch (error) {
        this.recordUnexpected(error);
      }
    }
  }

  /** Records unexpected answers; lost connections and 503 are allowed for a moment. */
  private recordUnexpected(error: unknown): void {
    const text = error instanceof Error ? error.message : String(error);
    if (/ answered (?!503)\d{3}/.test(text)) this.unexpectedAnswers.push(text.slice(0, 200));
  }
}
