import { Controller, Headers, Ip } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import {
  checkoutCalls,
  type CheckoutAnswer,
  type PaymentMethodsAnswer,
  type PlaceCheckoutRequest,
  type PlaceCheckoutAnswer,
  type PlaceCheckoutFormAnswer,
  type Quote,
  type QuoteRequest,
} from '@pax/contracts';
import { DataSource } from 'typeorm';
import type { Actor } from '../../platform/calls/access.js';
import { CurrentActor, MaybeActor } from '../../platform/http/current-actor.js';
import { PathParam, ZodBody } from '../../platform/http/zod.pipe.js';
import { Call } from '../../platform/calls/call.js';
import { AccountsQueries } from '../../people/accounts/accounts.queries.js';
import { PaymentProviderRegistry } from '../payments/payment-provider-registry.js';
import { PaymentLifecycle } from './session/payment-lifecycle.js';
import { CancelCheckout } from './session/cancel-checkout.js';
import { CheckoutQueries } from './checkout.queries.js';
import { PlaceCheckout } from './place/place-checkout.js';
import { isHeldCart, listOwnHolds } from './place/holds.js';
import { quoteWithLimits, Quoting } from './place/quoting.js';

@Controller()
export class CheckoutController {
  constructor(
    @InjectDataSource() private readonly database: DataSource,
    private readonly accounts: AccountsQueries,
    private readonly quoting: Quoting,
    private readonly placeCheckout: PlaceCheckout,
    private readonly cancelCheckout: CancelCheckout,
    private readonly payments: PaymentLifecycle,
    private readonly queries: CheckoutQueries,
    private readonly providers: PaymentProviderRegistry,
  ) {}

  @Call(checkoutCalls.paymentMethods)
  listPaymentMethods(): PaymentMethodsAnswer {
    return { methods: this.providers.offeredMethods() };
  }

  /** Answers a quote with every step of the price; visitors get no discounts. */
  @Call(checkoutCalls.quote)
  async quoteCart(
    @MaybeActor() actor: Actor | undefined,
    @Ip() address: string,
    @ZodBody(checkoutCalls.quote.body) input: QuoteRequest,
  ): Promise<Quote> {
    const user = actor ? await this.accounts.findById(actor.userId) : null;
    const asker = user ? { user, address } : undefined;
    const { manager } = this.database;
    const held = user ? await listOwnHolds(manager, user.id) : [];
    // Replaces the buyer's open checkout only if the cart differs, because placing the held cart again returns that
    // checkout.
    const replaces = !isHeldCart(held, input.items);
    const quote = quoteWithLimits(await this.quoting.quoteCart(manager, asker, { ...input, replaces }));
    return held.length === 0 ? quote : { ...quote, held };
  }

  @Call(checkoutCalls.payByCard)
  async payByCard(
    @CurrentActor() actor: Actor,
    @Ip() address: string,
    @Headers('user-agent') userAgent: string | undefined,
    @ZodBody(checkoutCalls.payByCard.body) input: PlaceCheckoutRequest,
  ): Promise<PlaceCheckoutAnswer> {
    const placement = { ...input, method: 'card' } as const;
    const { url, checkout } = await this.placeCheckout.execute(
      actor.userId,
      { address, userAgent: userAgent ?? null },
      placement,
    );
    return { url, checkout };
  }

  /** Answers with the provider's form if there is one, or with a page of the shop if there is nothing to pay. */
  @Call(checkoutCalls.payByWallet)
  async payByWallet(
    @CurrentActor() actor: Actor,
    @Ip() address: string,
    @Headers('user-agent') userAgent: string | undefined,
    @ZodBody(checkoutCalls.payByWallet.body) input: PlaceCheckoutRequest,
  ): Promise<PlaceCheckoutFormAnswer> {
    const placement = { ...input, method: 'wallet' } as const;
    const { url, fields, checkout } = await this.placeCheckout.execute(
      actor.userId,
      { address, userAgent: userAgent ?? null },
      placement,
    );
    return fields ? { action: url, fields, checkout } : { url, checkout };
  }

  @Call(checkoutCalls.payByCrypto)
  payByCrypto(
    @CurrentActor() actor: Actor,
    @Ip() address: string,
    @Headers('user-agent') userAgent: string | undefined,
    @ZodBody(checkoutCalls.payByCrypto.body) input: PlaceCheckoutRequest,
  ): Promise<PlaceCheckoutAnswer> {
    return this.placeCheckout.execute(
      actor.userId,
      { address, userAgent: userAgent ?? null },
      { ...input, method: 'crypto' },
    );
  }

  @Call(checkoutCalls.checkout)
  readCheckout(
    @CurrentActor() actor: Actor,
    @PathParam(checkoutCalls.checkout, 'ref') ref: string,
  ): Promise<CheckoutAnswer> {
    return this.queries.readOwn(actor.userId, ref);
  }

  /** Updates the checkout from the provider; the success page makes this call. */
  @Call(checkoutCalls.refreshCheckout)
  async refreshCheckout(
    @CurrentActor() actor: Actor,
    @PathParam(checkoutCalls.refreshCheckout, 'ref') ref: string,
  ): Promise<CheckoutAnswer> {
    await this.queries.readOwn(actor.userId, ref);
    await this.payments.syncCheckout(ref, { expire: false });
    return this.queries.readOwn(actor.userId, ref);
  }

  @Call(checkoutCalls.cancelCheckout)
  async cancelOwnCheckout(
    @CurrentActor() actor: Actor,
    @PathParam(checkoutCalls.cancelCheckout, 'ref') ref: string,
  ): Promise<CheckoutAnswer> {
    await this.queries.readOwn(actor.userId, ref);
    await this.cancelCheckout.execute(ref);
    return this.queries.readOwn(actor.userId, ref);
  }
}
