import { Inject, Injectable } from '@nestjs/common';
import { MAX_CHARGE, formatCentsAsDecimal } from '@pax/contracts';
import { SETTINGS, type Settings } from '../../settings.js';
import type { PaymentProvider, PaymentRequest, PaymentSession } from './payment-provider.js';

const HOUR_MS = 3_600_000;

/**
 * Payment by crypto in a partner's shop, which reports nothing back: a session is confirming from its start until
 * staff confirm or cancel it, or its time is over. No provider is called, so session ids are only names.
 */
@Injectable()
export class CryptoProvider implements PaymentProvider {
  readonly name = 'crypto';
  readonly method = 'crypto';
  readonly isSetUp: boolean;
  readonly terms: { sessionMs: number; maximumCents: number };

  constructor(@Inject(SETTINGS) private readonly settings: Settings) {
    this.isSetUp = settings.crypto.partnerUrl !== undefined;
    this.terms = { sessionMs: settings.crypto.holdHours * HOUR_MS, maximumCents: MAX_CHARGE };
  }

  createSession(ref: string, request: PaymentRequest): Promise<PaymentSession> {
    const url = this.partnerPageUrl(ref, request);
    return Promise.resolve({ id: `crypto_${ref}`, url, state: 'confirming', payment: null });
  }

  retrieveSession(id: string): Promise<PaymentSession> {
    return Promise.resolve({ id, url: null, state: 'confirming', payment: null });
  }

  endSession(id: string): Promise<PaymentSession> {
    return Promise.resolve({ id, url: null, state: 'expired', payment: null });
  }

  /** Builds the address of the partner's page. Staff find the payment there by reference and amount. */
  private partnerPageUrl(ref: string, { totalCents }: PaymentRequest): string | null {
    const { partnerUrl } = this.settings.crypto;
    if (partnerUrl === undefined) return null;
    const page = new URL(partnerUrl);
    page.searchParams.set('reference', ref);
    page.searchParams.set('amount', formatCentsAsDecimal(totalCents));
    return page.href;
  }
}
