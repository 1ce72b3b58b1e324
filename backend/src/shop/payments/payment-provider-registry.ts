import { Inject, Injectable } from '@nestjs/common';
import type { PaymentMethod } from '@pax/contracts';
import { ShopError } from '../../platform/shop-error.js';
import { SETTINGS, type Settings } from '../../settings.js';
import type { PaymentProvider } from './payment-provider.js';

const RETRY_AFTER_SECONDS = 5;

/** The error for a payment provider that does not answer. */
export const providerUnavailable = (text: string): ShopError =>
  new ShopError('PAYMENT_PROVIDER_UNAVAILABLE', text, { retryAfter: RETRY_AFTER_SECONDS });

/** Injection token of the list of providers, which `payments.module.ts` defines. */
export const PAYMENT_PROVIDERS = Symbol('payment providers');

/** Chooses among the shop's payment providers. */
@Injectable()
export class PaymentProviderRegistry {
  constructor(
    @Inject(PAYMENT_PROVIDERS) private readonly all: readonly PaymentProvider[],
    @Inject(SETTINGS) private readonly settings: Settings,
  ) {}

  /**
   * Finds the provider that takes new payments of a method.
   * @throws ShopError METHOD_DISABLED if there is none
   */
  findProviderForMethod(method: PaymentMethod): PaymentProvider {
    const provider = this.all.find((each) => each.method === method && each.isRetired !== true);
    if (!provider) throw new ShopError('METHOD_DISABLED', 'This payment method is switched off.');
    return provider;
  }

  /**
   * Finds the provider that created a stored session, even if another one takes new payments of its method.
   * @throws ShopError METHOD_DISABLED as `findProviderForMethod`
   */
  findProviderOfSession(method: PaymentMethod, id: string): PaymentProvider {
    return this.all.find((each) => each.hasCreatedSession?.(id)) ?? this.findProviderForMethod(method);
  }

  /**
   * Finds a provider by its name.
   * @param name as stored with payments and messages
   * @returns undefined for a removed provider or one of demo data
   */
  findProviderByName(name: string): PaymentProvider | undefined {
    return this.all.find((each) => each.name === name);
  }

  /**
   * Lists the payment methods that buyers may choose: enabled in the settings, and with the keys of their provider
   * set.
   */
  offeredMethods(): PaymentMethod[] {
    return this.settings.paymentMethods.filter((method) =>
      this.all.some((each) => each.method === method && each.isRetired !== true && each.isSetUp),
    );
  }

  /** Lists the providers whose payments and refunds can be queried. */
  listThoseWithMovements(): PaymentProvider[] {
    return this.all.filter((each) => each.isSetUp && each.listMovements !== undefined);
  }

  /**
   * Tells whether an admin may record the end of a dispute at any time, because the provider does not report every
   * end.
   */
  endsDisputesByHand(name: string): boolean {
    return this.findProviderByName(name)?.endsDisputesByHand === true;
  }

  /** Names of the providers whose messages are processed. */
  namesOfMessageSenders(): string[] {
    return this.all.filter(({ isSetUp, messages }) => isSetUp && messages).map(({ name }) => name);
  }
}
