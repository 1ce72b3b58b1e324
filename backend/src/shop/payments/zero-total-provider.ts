import { Injectable } from '@nestjs/common';
import type { PaymentProvider, PaymentSession } from './payment-provider.js';

/** Provider of checkouts whose total is 0: their session is paid as soon as it is created, without any call. */
@Injectable()
export class ZeroTotalProvider implements PaymentProvider {
  readonly name = 'none';
  readonly method = 'none';
  readonly isSetUp = true;
  readonly terms = { sessionMs: null, maximumCents: 0 };

  createSession(ref: string): Promise<PaymentSession> {
    return this.retrieveSession(ref);
  }

  retrieveSession(id: string): Promise<PaymentSession> {
    return Promise.resolve({ id, url: null, state: 'paid', payment: null });
  }

  endSession(id: string): Promise<PaymentSession> {
    return this.retrieveSession(id);
  }
}
