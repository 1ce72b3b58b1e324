import { Inject, Injectable } from '@nestjs/common';
import type { PaymentMethod } from '@pax/contracts';
import { ShopError } from '../../platform/problem.js';
import { SETTINGS, type Settings } from '../../settings.js';
import type { PaymentProvider } from './payment-provider.js';

const RETRY_AFTER_SECONDS = 5;

/** The error for a provider that does not answer. */
export const providerUnavailable = (text: string): ShopError =>
  new ShopError('PAYMENT_PROVIDER_UNAVAILABLE', text, { retryAfter: RETRY_AFTER_SECONDS });

/** Token of the list of providers, which `payments.module.ts` says. */
export const PAYMENT_PROVIDERS = Symbol('payment providers');

/** Chooses among the shop's payment providers. */
@Injectable()
export class PaymentProviders {
  constructor(
    @Inject(PAYMENT_PROVIDERS) private readonly all: readonly PaymentProvider[],
    @Inject(SETTINGS) private readonly settings: Settings,
  ) {}

  /** @throws ShopError METHOD_DISABLED for a method that nobody provides */
  forMethod(method: PaymentMethod): PaymentProvider {
    const provider = this.all.find((each) => each.method === method);
    if (!provider) throw new ShopError('METHOD_DISABLED', 'This payment method is switched off.');
    return provider;
  }

  /**
   * Finds the provider that made a stored session, even when another one takes new payments by its method.
   * @throws ShopError METHOD_DISABLED as `of`
   */
  forSession(method: PaymentMethod, id: string): PaymentProvider {
    return this.all.find((each) => each.hasCreated?.(id)) ?? this.forMethod(method);
  }

  /** @param name as stored with payments and messages; undefined for one of a former or demo provider */
  findByName(name: string): PaymentProvider | undefined {
    return this.all.find((each) => each.name === name);
  }

  /** Methods that buyers may choose: switched on by the settings, and their provider's keys are set. */
  offeredMethods(): PaymentMethod[] {
    return this.settings.paymentMethods.filter((method) =>
      this.all.some((each) => each.method === method && each.isSetUp),
    );
  }

  /** Providers whose payments and refunds can be listed. */
  listThoseWithMovements(): PaymentProvider[] {
    return this.all.filter((each) => each.isSetUp && each.movements !== undefined);
  }

  /** Tells whether an admin may record at any time how a provider's disputes end, because it does not report every end. */
  endsDisputesByHand(name: string): boolean {
    return this.findByName(name)?.endsDisputesByHand === true;
  }

  /** Names of the providers whose messages are processed. */
  namesOfMessageSenders(): string[] {
    return this.all.filter(({ isSetUp, messages }) => isSetUp && messages).map(({ name }) => name);
  }
}
