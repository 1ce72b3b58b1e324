import { Controller, Get, HttpCode, Ip, Param, Post } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import {
  placeCheckoutRequest,
  quoteRequest,
  type CheckoutAnswer,
  type PlaceCheckoutRequest,
  type PlacedAnswer,
  type Quote,
  type QuoteRequest,
} from '@pax/contracts';
import { DataSource } from 'typeorm';
import { Allow, type Actor } from '../../common/access.js';
import { CurrentActor, MaybeActor } from '../../common/current-actor.js';
import { ZodBody } from '../../common/zod.pipe.js';
import { CallLimits } from '../../infra/limits/call-limits.js';
import { Limits, type LimitRule } from '../../infra/limits/limits.js';
import { AccountsQueries } from '../accounts/accounts.queries.js';
import { SyncCheckout } from './sync-checkout.js';
import { CancelCheckout } from './cancel-checkout.js';
import { CheckoutQueries } from './checkout.queries.js';
import { PlaceCheckout } from './place-checkout.js';
import { quoteAnswer, Quoting } from './quoting.js';

/** Refreshing and cancelling ask the provider; pages do so at most every 1.5 s. */
const ASKS_PER_ACCOUNT: LimitRule = { name: 'checkout-ask', points: 60, windowMs: 60_000 };
/** A cart asks whenever it changes; an internet café has many carts. */
const QUOTES_PER_ADDRESS: LimitRule = { name: 'quote-address', points: 600, windowMs: 60_000 };

@Controller('api')
export class CheckoutController {
  constructor(
    @InjectDataSource() private readonly database: DataSource,
    private readonly accounts: AccountsQueries,
    private readonly quoting: Quoting,
    private readonly placeCheckout: PlaceCheckout,
    private readonly cancelCheckout: CancelCheckout,
    private readonly ask: SyncCheckout,
    private readonly queries: CheckoutQueries,
    private readonly limits: Limits,
  ) {}

  /** Every step of the price; visitors get it without discounts. */
  @Post('checkout/quote')
  @HttpCode(200)
  @Allow('public')
  @CallLimits({ perAddress: QUOTES_PER_ADDRESS })
  async quote(
    @MaybeActor() actor: Actor | undefined,
    @Ip() address: string,
    @ZodBody(quoteRequest) input: QuoteRequest,
  ): Promise<Quote> {
    const user = actor ? await this.accounts.byId(actor.userId) : null;
    const asker = user ? { user, address } : undefined;
    return quoteAnswer(await this.quoting.quote(this.database.manager, asker, input));
  }

  @Post('payments/stripe/create-checkout-session')
  @Allow('session')
  payByCard(
    @CurrentActor() actor: Actor,
    @Ip() address: string,
    @ZodBody(placeCheckoutRequest) input: PlaceCheckoutRequest,
  ): Promise<PlacedAnswer> {
    return this.placeCheckout.execute(actor.userId, address, { ...input, method: 'card' });
  }

  @Get('checkouts/:ref')
  @Allow('session')
  one(@CurrentActor() actor: Actor, @Param('ref') ref: string): Promise<CheckoutAnswer> {
    return this.queries.own(actor.userId, ref);
  }

  /** Asks the provider and settles; what the success page calls. */
  @Post('checkouts/:ref/refresh')
  @HttpCode(200)
  @Allow('session')
  async refresh(@CurrentActor() actor: Actor, @Param('ref') ref: string): Promise<CheckoutAnswer> {
    await this.limits.take(ASKS_PER_ACCOUNT, String(actor.userId));
    await this.queries.own(actor.userId, ref);
    await this.ask.execute(ref, false);
    return this.queries.own(actor.userId, ref);
  }

  @Post('checkouts/:ref/cancel')
  @HttpCode(200)
  @Allow('session')
  async cancel(@CurrentActor() actor: Actor, @Param('ref') ref: string): Promise<CheckoutAnswer> {
    await this.limits.take(ASKS_PER_ACCOUNT, String(actor.userId));
    await this.queries.own(actor.userId, ref);
    await this.cancelCheckout.execute(ref);
    return this.queries.own(actor.userId, ref);
  }
}
