import { Injectable } from '@nestjs/common';
import { Transactions } from '../../infra/database/transaction.js';
import { lockCheckout } from './checkout-locks.js';
import { moveCheckout } from './checkout-state.js';

/** The provider has the payment, its outcome is unknown: what is held stays held until it says more. */
@Injectable()
export class MarkConfirming {
  constructor(private readonly transactions: Transactions) {}

  async execute(ref: string): Promise<void> {
    await this.transactions.run(async (tx) => {
      const { checkout } = await lockCheckout(tx, ref);
      if (checkout.state === 'open') await moveCheckout(tx, checkout, 'confirming');
    });
  }
}
