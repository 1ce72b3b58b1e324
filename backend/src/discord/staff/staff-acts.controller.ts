import { Controller, Ip } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import {
  BOT_QUEUE_PAGE_SIZE,
  botCalls,
  holdsRight,
  staffCalls,
  type BotOrderToRefundAnswer,
  type BotQueueAnswer,
  type BotRightsAnswer,
  type BotSetStockAnswer,
  type BotStatusAnswer,
  type CallBody,
  type CallQuery,
  type StaffOrder,
} from '@pax/contracts';
import { PathParam, ZodBody, ZodQuery } from '../../platform/http/zod.pipe.js';
import { ShopError } from '../../platform/shop-error.js';
import { Call } from '../../platform/calls/call.js';
import { AccountsQueries } from '../../people/accounts/accounts.queries.js';
import { FormerIdentities } from '../../people/accounts/former-identities.js';
import { InheritedBlocks } from '../../people/accounts/inherited-blocks.js';
import { UpdateProduct } from '../../shop/catalog/update-product.js';
import { RefundLimit } from '../../shop/refunds/refund-limit.js';
import { RefundOrder } from '../../shop/refunds/refund-order.js';
import { OrdersQueries } from '../../shop/orders/orders.queries.js';
import { ownOrderError } from '../../shop/orders/find-orders.js';
import { RoleSource } from '../../people/rights/role-source.js';
import { assertReferenceMatches } from './stale-reference.js';
import { StaffRightCheck, type StaffAct, type StaffMember } from './staff-right-check.js';
import { ShopStatus } from './shop-status.js';

/** Staff right for each action that Discord only links to, because the panel requires the second step for it. */
const PANEL_RIGHTS = { cancel: 'refund', pool: 'admin', block: 'admin' } as const satisfies Record<
  string,
  StaffAct['right']
>;

/** Calls for actions and look-ups of staff in Discord, except those on tickets. */
@Controller()
export class StaffActsController {
  constructor(
    @InjectDataSource() private readonly database: DataSource,
    private readonly staff: StaffRightCheck,
    private readonly status: ShopStatus,
    private readonly accounts: AccountsQueries,
    private readonly departed: FormerIdentities,
    private readonly former: InheritedBlocks,
    private readonly roles: RoleSource,
    private readonly orders: OrdersQueries,
    private readonly refundOrder: RefundOrder,
    private readonly refundLimit: RefundLimit,
    private readonly updateProduct: UpdateProduct,
  ) {}

  @Call(staffCalls.botRights)
  async readRights(
    @ZodQuery(staffCalls.botRights.query) { discordId }: CallQuery<typeof staffCalls.botRights>,
  ): Promise<BotRightsAnswer> {
    const user = await this.accounts.findByDiscordId(discordId);
    if (user?.blockedAt) throw blocked();
    const { role, rights } = await this.roles.readRights(discordId, 'recent');
    if (!user && (await this.former.isPersonBlocked(discordId, role))) throw blocked();
    return { role, rights: [...rights] };
  }

  /** Lists the open orders page by page, with what the person may do with them. */
  @Call(staffCalls.botQueue)
  async listQueue(
    @ZodQuery(staffCalls.botQueue.query) { discordId, page: asked }: CallQuery<typeof staffCalls.botQueue>,
    @Ip() address: string,
  ): Promise<BotQueueAnswer> {
    const refusal = { action: 'queue.refused', subject: 'orders' } as const;
    const { right } = staffCalls.botQueue;
    const member = await this.staff.requireRight({ discordId, right, freshness: 'recent', refusal, address });
    const { items: orders, total, page } = await this.orders.pageOfQueue(asked, BOT_QUEUE_PAGE_SIZE);
    const mayMove = holdsRight(member, botCalls.botTransitionOrder.right);
    return { orders, total, page, mayMove, ownIds: await this.findOwnIds(orders, member) };
  }

  /** Shows the order to `/refund` before the refund is confirmed. */
  @Call(staffCalls.botOrderToRefund)
  async orderToRefund(
    @PathParam(staffCalls.botOrderToRefund, 'id') orderId: number,
    @ZodQuery(staffCalls.botOrderToRefund.query)
    { discordId, amount }: CallQuery<typeof staffCalls.botOrderToRefund>,
    @Ip() address: string,
  ): Promise<BotOrderToRefundAnswer> {
    const refusal = { action: 'order.refund.refused', subject: `order:${orderId}` } as const;
    const { right } = staffCalls.botOrderToRefund;
    const { actor, role } = await this.staff.requireRight({
      discordId,
      right,
      freshness: 'recent',
      refusal,
      address,
    });
    const order = await this.orders.findOrder(orderId);
    if (!order) throw new ShopError('NOT_FOUND', 'There is no such order.');
    const isOwn = await this.departed.isSamePerson(this.database.manager, actor, order.userId);
    if (isOwn && role !== 'admin') throw ownOrderError();
    return { ...order, ...(await this.refundOrder.previewRefund(orderId, amount)) };
  }

  /**
   * Refunds an order after the confirmation, up to a limit; beyond it only the panel refunds, which requires the
   * second step.
   */
  @Call(staffCalls.botRefundOrder)
  async refundAfterConfirmation(
    @PathParam(staffCalls.botRefundOrder, 'id') orderId: number,
    @ZodBody(staffCalls.botRefundOrder.body) {
      discordId,
      version,
      amount,
      madeAt,
    }: CallBody<typeof staffCalls.botRefundOrder>,
    @Ip() address: string,
  ): Promise<StaffOrder> {
    const refusal = { action: 'order.refund.refused', subject: `order:${orderId}` } as const;
    const { right } = staffCalls.botRefundOrder;
    const { actor, role } = await this.staff.requireRight({
      discordId,
      right,
      freshness: 'act',
      refusal,
      address,
    });
    await assertReferenceMatches(this.database, { kind: 'order', id: orderId, madeAt });
    const checkRefund = this.refundLimit.makeCheckWithoutStep();
    return this.refundOrder.execute({
      orderId,
      version,
      actor,
      role,
      checkRefund,
      ...(amount === undefined ? {} : { amount }),
    });
  }

  /** Handles the Discord command `/stock-set`. */
  @Call(staffCalls.botSetStock)
  async setStock(
    @PathParam(staffCalls.botSetStock, 'id') productId: number,
    @ZodBody(staffCalls.botSetStock.body)
    { discordId, ...wanted }: CallBody<typeof staffCalls.botSetStock>,
    @Ip() address: string,
  ): Promise<BotSetStockAnswer> {
    const refusal = { action: 'product.stock.refused', subject: `product:${productId}` } as const;
    const { right } = staffCalls.botSetStock;
    const { actor } = await this.staff.requireRight({ discordId, right, freshness: 'act', refusal, address });
    const { product, before } = await this.updateProduct.updateWithPreviousStock(actor, productId, wanted);
    const { id, name, onHand, stock: free } = product;
    return { id, name, onHand, free, before };
  }

  /** Finds the orders that a staff member may not move, because the same person bought them. */
  private async findOwnIds(orders: readonly StaffOrder[], { actor, role }: StaffMember): Promise<number[]> {
    if (role === 'admin') return [];
    const own = await this.departed.listAccountsOf(this.database.manager, actor);
    return orders.flatMap(({ id, userId }) => (own.includes(userId) ? [id] : []));
  }

  /** Answers the bot's call for the Discord command `/status`. */
  @Call(staffCalls.botStatus)
  async readStatus(
    @ZodQuery(staffCalls.botStatus.query) { discordId }: CallQuery<typeof staffCalls.botStatus>,
    @Ip() address: string,
  ): Promise<BotStatusAnswer> {
    const refusal = { action: 'status.refused', subject: 'status' } as const;
    const { right } = staffCalls.botStatus;
    return this.status.readStatus(
      await this.staff.requireRight({ discordId, right, freshness: 'recent', refusal, address }),
    );
  }

  /** Checks the right for `/cancel`, `/pool-set` and `/block`, which then link to the panel. */
  @Call(staffCalls.botPanelAct)
  async checkPanelAct(
    @ZodBody(staffCalls.botPanelAct.body) {
      discordId,
      act,
      orderId,
    }: CallBody<typeof staffCalls.botPanelAct>,
    @Ip() address: string,
  ): Promise<void> {
    const subject = orderId === undefined ? 'panel' : `order:${orderId}`;
    const refusal = { action: `${act}.refused`, subject } as const;
    const right = PANEL_RIGHTS[act];
    await this.staff.requireRight({
      discordId,
      right,
      freshness: 'act',
      record: 'panel.link',
      refusal,
      address,
    });
  }
}

const blocked = (): ShopError => new ShopError('BLOCKED', 'This account is blocked.');
