import { until } from '@pax/local';
import { submitPayPage } from '../support/shopping.js';
import { newCustomer } from '../support/sign-in.js';
import type { Person } from '../support/person.js';
import type { FaultHarness } from './fault-harness.js';

const BUYERS = 8;

/** A purchase that came as far as Stripe's page, and was paid there. */
interface Paid {
  readonly buyer: Person;
  readonly checkout: string;
}

/** Buyers who buy repeatedly through all faults and record what they paid. */
export class BuyerLoad {
  private readonly paid: Paid[] = [];
  private isRunning = true;
  private readonly buying: Promise<void>[] = [];
  /** Answers of the shop that are neither a success nor an honest "not now". */
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
   * Somebody who was not there before begins to buy, as soon as the shop lets them in: the others may all be waiting
   * for payments whose webhooks are retried only after a while.
   */
  async addBuyer(): Promise<void> {
    const newcomer = await until(() => newCustomer(this.harness.shop).catch(() => undefined), {
      deadlineMs: this.harness.timings.recoveredMs,
      what: 'somebody new let in',
    });
    this.buying.push(this.buyRepeatedly(newcomer));
  }

  /** How many were paid so far. */
  get paidCount(): number {
    return this.paid.length;
  }

  /** Stops all buyers after their current step, so that what follows runs without load. */
  stopBuying(): void {
    this.isRunning = false;
  }

  /** Lets everybody finish. @returns the numbers of all orders, once each checkout that was paid has become one */
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
        const { url, checkout } = await this.harness.place(buyer);
        await submitPayPage(url, 'pay');
        this.paid.push({ buyer, checkout });
        // The same cart again, before the shop knows of the payment, would lead to the page that was paid.
        await this.harness.waitForPaid(checkout, buyer);
      } catch (error) {
        this.recordUnexpected(error);
      }
    }
  }

  /** Lost connections and 503 are what a buyer may see for a moment. */
  private recordUnexpected(error: unknown): void {
    const text = error instanceof Error ? error.message : String(error);
    if (/ answered (?!503)\d{3}/.test(text)) this.unexpectedAnswers.push(text.slice(0, 200));
  }
}
