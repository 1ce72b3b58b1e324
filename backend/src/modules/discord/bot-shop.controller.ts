import { Controller, Get, HttpCode, Ip, Param, Post } from '@nestjs/common';
import {
  botAlertRequest,
  botJoinRewardRequest,
  botOrderTransitionParam,
  botOrderTransitionRequest,
  discordId as discordIdSchema,
  optionalText,
  type botAdminCodeAnswer,
  type botStockAnswer,
  type JoinRewardAnswer,
  type Order,
} from '@pax/contracts';
import { z } from 'zod';
import { Allow } from '../../common/access.js';
import { IdParam, parse, ZodBody, ZodQuery } from '../../common/zod.pipe.js';
import { Transactions } from '../../infra/database/transaction.js';
import { CallLimits } from '../../infra/limits/call-limits.js';
import { raiseAlert } from '../../infra/outbox/alert.js';
import { IssueAdminCode } from '../auth/issue-admin-code.js';
import { CatalogQueries } from '../catalog/catalog.queries.js';
import { ClaimJoinReward } from './claim-join-reward.js';
import { MoveFromDiscord } from './move-from-discord.js';
import { OrdersFromDiscord } from './orders-from-discord.js';

const personQuery = z.strictObject({ discordId: discordIdSchema });
const stockQuery = z.strictObject({ q: optionalText(100).optional() });
/** Reports are cut, not refused, bytes. */
const REPORT_BYTES = 64 * 1024;
type Person = z.output<typeof personQuery>;

/** What the bot asks and does on behalf of people; whose Discord id it is comes from Discord's interaction (OWN-149). */
@Controller('api/bot')
@Allow('bot')
export class BotShopController {
  constructor(
    private readonly catalog: CatalogQueries,
    private readonly claimJoinReward: ClaimJoinReward,
    private readonly issueAdminCode: IssueAdminCode,
    private readonly transitionOrder: MoveFromDiscord,
    private readonly orders: OrdersFromDiscord,
    private readonly transactions: Transactions,
  ) {}

  /** The person's own orders, newest first; none for somebody the shop does not know. */
  @Get('orders')
  ownOrders(@ZodQuery(personQuery) { discordId }: Person): Promise<Order[]> {
    return this.orders.own(discordId);
  }

  /** One order: the person's own, or any for staff. */
  @Get('orders/:id')
  oneOrder(@IdParam() orderId: number, @ZodQuery(personQuery) { discordId }: Person): Promise<Order> {
    return this.orders.one(orderId, discordId);
  }

  /** A staff button: the same use case as the panel's (OWN-148). */
  @Post('orders/:id/:move')
  @HttpCode(200)
  move(
    @IdParam() orderId: number,
    @Param('move') move: string,
    @ZodBody(botOrderTransitionRequest) { discordId }: Person,
    @Ip() address: string,
  ): Promise<Order> {
    return this.transitionOrder.execute({
      orderId,
      move: parse(botOrderTransitionParam, move),
      discordId,
      address,
    });
  }

  /** What can be bought now, by a part of its name or category. */
  @Get('stock')
  async stock(
    @ZodQuery(stockQuery) { q = '' }: z.output<typeof stockQuery>,
  ): Promise<z.output<typeof botStockAnswer>> {
    const wanted = q.toLowerCase();
    const products = (await this.catalog.list())
      .filter(({ name, category: group }) => `${name} ${group}`.toLowerCase().includes(wanted))
      .map(({ id, name, category, price, stock }) => ({ id, name, category, price, stock }));
    return { coinStock: Math.max(0, (await this.catalog.pool()).free), products };
  }

  /** The join reward, claimed in Discord: the same use case as the site's (OWN-156). */
  @Post('join-rewards')
  @HttpCode(200)
  joinReward(
    @ZodBody(botJoinRewardRequest) { discordId, inGameName }: z.output<typeof botJoinRewardRequest>,
  ): Promise<JoinRewardAnswer> {
    return this.claimJoinReward.ofDiscord(discordId, inGameName);
  }

  /** The bot's own failures, for the error channel. */
  @Post('alerts')
  @HttpCode(204)
  @CallLimits({ bodyLimit: REPORT_BYTES })
  async alert(@ZodBody(botAlertRequest) body: z.output<typeof botAlertRequest>): Promise<void> {
    await this.transactions.run((tx) => raiseAlert(tx, { kind: 'failure', ...body }));
  }

  /** A one-time code for the person's own account, if it is an admin's or staff member's. */
  @Post('admin-codes')
  @HttpCode(200)
  async adminCode(
    @ZodBody(botOrderTransitionRequest) { discordId }: Person,
  ): Promise<z.output<typeof botAdminCodeAnswer>> {
    const { code, expiresAt } = await this.issueAdminCode.execute(discordId);
    return { code, expiresAt: expiresAt.toISOString() };
  }
}
