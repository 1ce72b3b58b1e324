import { Controller, Ip, Res } from '@nestjs/common';
import {
  botCalls,
  botProduct,
  type BotPointsAnswer,
  type BotReferralAnswer,
  type CallAnswer,
  type CallBody,
  type CallQuery,
  type JoinRewardAnswer,
  type Order,
  type OrderMove,
} from '@pax/contracts';
import type { FastifyReply } from 'fastify';
import { PathParam, ZodBody, ZodQuery } from '../../platform/http/zod.pipe.js';
import { Call } from '../../platform/calls/call.js';
import { Transactions } from '../../platform/database/transaction.js';
import { raiseAlert } from '../../platform/outbox/alerts.js';
import { CatalogQueries } from '../../shop/catalog/catalog.queries.js';
import { LoyaltyQueries } from '../../people/loyalty/loyalty.queries.js';
import { ReferralsQueries } from '../../people/referrals/referrals.queries.js';
import { ClaimJoinReward } from '../join-reward/join-reward.js';
import { CustomersFromDiscord } from '../people/customers-from-discord.js';
import { PrivateAdminCode } from '../staff/private-admin-code.js';
import { TransitionOrderFromDiscord } from '../staff/transition-order-from-discord.js';
import { OrdersFromDiscord } from '../staff/orders-from-discord.js';

type Person = CallQuery<typeof botCalls.botOrder>;

/** Calls of the bot on behalf of people in Discord, whose ids Discord has verified. */
@Controller()
export class BotShopController {
  constructor(
    private readonly catalog: CatalogQueries,
    private readonly claimJoinReward: ClaimJoinReward,
    private readonly customers: CustomersFromDiscord,
    private readonly loyalty: LoyaltyQueries,
    private readonly referrals: ReferralsQueries,
    private readonly transitionOrder: TransitionOrderFromDiscord,
    private readonly orders: OrdersFromDiscord,
    private readonly privateAdminCode: PrivateAdminCode,
    private readonly transactions: Transactions,
  ) {}

  /** Answers a page of the person's own orders, newest first; empty for an unknown person. */
  @Call(botCalls.botOwnOrders)
  async listOwnOrders(
    @ZodQuery(botCalls.botOwnOrders.query) query: CallQuery<typeof botCalls.botOwnOrders>,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<Order[]> {
    const { items, total } = await this.orders.listOwn(query);
    void reply.header('x-total-count', String(total));
    return items;
  }

  /** Answers one order: the person's own, or any order for staff. */
  @Call(botCalls.botOrder)
  readOrder(
    @PathParam(botCalls.botOrder, 'id') orderId: number,
    @ZodQuery(botCalls.botOrder.query) { discordId }: Person,
  ): Promise<Order> {
    return this.orders.readOrder(orderId, discordId);
  }

  /** Changes an order's state by a staff button in Discord, with the panel's use case. */
  @Call(botCalls.botTransitionOrder)
  changeOrderStatus(
    @PathParam(botCalls.botTransitionOrder, 'id') orderId: number,
    @PathParam(botCalls.botTransitionOrder, 'move') transition: OrderMove,
    @ZodBody(botCalls.botTransitionOrder.body)
    { discordId, madeAt, version }: CallBody<typeof botCalls.botTransitionOrder>,
    @Ip() address: string,
  ): Promise<Order> {
    return this.transitionOrder.execute({ orderId, transition, discordId, address, madeAt, version });
  }

  /** Lists products that can be bought now, by a part of their name or category. */
  @Call(botCalls.botStock)
  async listStock(
    @ZodQuery(botCalls.botStock.query) { q = '' }: CallQuery<typeof botCalls.botStock>,
  ): Promise<CallAnswer<typeof botCalls.botStock>> {
    const wanted = q.toLowerCase();
    const products = (await this.catalog.listForBot())
      .filter(({ name, category: group }) => `${name} ${group}`.toLowerCase().includes(wanted))
      .map((one) => botProduct.parse(one));
    return { coinStock: Math.max(0, (await this.catalog.readPool()).free), products };
  }

  /** Answers points and tier of the person's account; null without an account. */
  @Call(botCalls.botPoints)
  async readPoints(@ZodQuery(botCalls.botPoints.query) { discordId }: Person): Promise<BotPointsAnswer> {
    const user = await this.customers.findAccount(discordId);
    return { loyalty: user && (await this.loyalty.readOverview(user.id)) };
  }

  /** Answers the person's referral code and its earnings; null without an account. */
  @Call(botCalls.botReferral)
  async readReferral(
    @ZodQuery(botCalls.botReferral.query) { discordId }: Person,
  ): Promise<BotReferralAnswer> {
    const user = await this.customers.findAccount(discordId);
    if (!user) return { referral: null };
    const { stats } = await this.referrals.readReferralStats(user.id);
    return { referral: { ...stats, code: user.referralCode } };
  }

  /** Gives the join reward to a person in Discord, with the site's use case. */
  @Call(botCalls.botJoinReward)
  giveJoinReward(
    @ZodBody(botCalls.botJoinReward.body) { discordId, inGameName }: CallBody<typeof botCalls.botJoinReward>,
  ): Promise<JoinRewardAnswer> {
    return this.claimJoinReward.claimFromDiscord(discordId, inGameName);
  }

  /** Raises an alert for a failure of the bot. */
  @Call(botCalls.reportAlert)
  async raiseAlert(
    @ZodBody(botCalls.reportAlert.body) body: CallBody<typeof botCalls.reportAlert>,
  ): Promise<void> {
    await this.transactions.run((tx) => raiseAlert(tx, { kind: 'failure', ...body }));
  }

  /** Sends a one-time admin code for the person's own account, if the person is an admin or staff member. */
  @Call(botCalls.botAdminCode)
  async sendAdminCode(
    @ZodBody(botCalls.botAdminCode.body) asked: CallBody<typeof botCalls.botAdminCode>,
    @Ip() address: string,
  ): Promise<void> {
    await this.privateAdminCode.execute(asked, address);
  }
}
