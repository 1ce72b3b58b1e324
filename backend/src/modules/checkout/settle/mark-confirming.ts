import { Injectable } from '@nestjs/common';
import { Transactions } from '../../../infra/database/transaction.js';
import { lockCheckout } from '../checkout-locks.js';
import { transitionCheckout } from './checkout-state.js';

/** Payment started, outcome unknown: the hold stays until the provider reports one. */
@Injectable()
export class MarkConfirming {
  constructor(private readonly transactions: Transactions) {}

  /** @param sessionId the session that is complete; one that is not the checkout's own changes nothing */
  async execute(ref: string, sessionId: string): Promise<void> {
    await this.transactions.run(async (tx) => {
      const { checkout } = await lockCheckout(tx, ref);
      if (checkout.state === 'open' && checkout.providerSessionId === sessionId)
        await transitionCheckout(tx, checkout, 'confirming');
    });
  }
}
