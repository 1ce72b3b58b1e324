import { until } from '@pax/sandbox';
import { onPayPage } from '../support/shopping.js';
import { newCustomer } from '../support/sign-in.js';
import type { Person } from '../support/person.js';
import type { Stage } from './stage.js';

const BUYERS = 8;

/** A purchase that came as far as Stripe's page, and was paid there. */
interface Paid {
  readonly buyer: Person;
  readonly checkout: string;
}

/** Buyers who buy without end, whatever breaks, and remember what they paid. */
export class Crowd {
  private readonly paid: Paid[] = [];
  private isGoingOn = true;
  private readonly buying: Promise<void>[] = [];
  /** Answers of the shop that are neither a success nor an honest "not now". */
  readonly wrongAnswers: string[] = [];

  private constructor(private readonly stage: Stage) {}

  static async gather(stage: Stage): Promise<Crowd> {
    const buyers: Person[] = [];
    for (let n = 0; n < BUYERS; n += 1) buyers.push(await newCustomer(stage.shop));
    const crowd = new Crowd(stage);
    for (const buyer of buyers) crowd.buying.push(crowd.buyOn(buyer));
    return crowd;
  }

  /**
   * Somebody who was not there before begins to buy, as soon as the shop lets them in: the others may all be waiting
   * for payments that are told again only after a while.
   */
  async welcome(): Promise<void> {
    const newcomer = await until(() => newCustomer(this.stage.shop).catch(() => undefined), {
      deadlineMs: this.stage.pace.recoveredMs,
      what: 'somebody new let in',
    });
    this.buying.push(this.buyOn(newcomer));
  }

  /** How many were paid so far. */
  get count(): number {
    return this.paid.length;
  }

  /** Lets everybody go home, whatever they were about: what comes next is not bought under their load. */
  disperse(): void {
    this.isGoingOn = false;
  }

  /** Lets everybody finish. @returns the numbers of all orders, once each checkout that was paid has become one */
  async leave(): Promise<number[]> {
    this.disperse();
    await Promise.all(this.buying);
    const made: number[] = [];
    for (const { buyer, checkout } of this.paid)
      made.push(...(await this.stage.paid(checkout, buyer)).orders);
    return made;
  }

  private async buyOn(buyer: Person): Promise<void> {
    while (this.isGoingOn) {
      try {
        const { url, checkout } = await this.stage.place(buyer);
        await onPayPage(url, 'pay');
        this.paid.push({ buyer, checkout });
        // The same wish again, before the shop knows of the money, would lead to the page that was paid.
        await this.stage.paid(checkout, buyer);
      } catch (error) {
        this.note(error);
      }
    }
  }

  /** Lost lines and 503 are what a buyer may see for a moment. */
  private note(error: unknown): void {
    const text = error instanceof Error ? error.message : String(error);
    if (/ answered (?!503)\d{3}/.test(text)) this.wrongAnswers.push(text.slice(0, 200));
  }
}
