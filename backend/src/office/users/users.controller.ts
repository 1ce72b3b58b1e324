import { Controller, Ip, Res } from '@nestjs/common';
import {
  ADMIN_USER_MONEY,
  MAX_BOT_USERS,
  MAX_SUGGESTIONS,
  botSuggestUsersAnswer,
  botUsersAnswer,
  holdsRight,
  MONEY_SORTS,
  staffCalls,
  staffLookUpCalls,
  userCalls,
  redactMoney,
  type AccountEvent,
  type AdminUser,
  type BlockUserRequest,
  type BotUsersAnswer,
  type CallAnswer,
  type CallQuery,
  type ListQuery,
  type StaffOrder,
  type SetTierRequest,
  type StoreCreditRequest,
} from '@pax/contracts';
import type { FastifyReply } from 'fastify';
import { actorName, type Actor } from '../../platform/calls/access.js';
import { CurrentActor } from '../../platform/http/current-actor.js';
import { toTypedText } from '../../platform/lists/list-page.js';
import { sendPage } from '../../platform/lists/send-page.js';
import { PathParam, ZodBody, ZodQuery } from '../../platform/http/zod.pipe.js';
import { ShopError } from '../../platform/shop-error.js';
import { Call } from '../../platform/calls/call.js';
import { StreamStore } from '../../platform/outbox/stream-store.js';
import { BlockUser } from '../../people/accounts/block-user.js';
import { StaffRightCheck } from '../../discord/staff/staff-right-check.js';
import { AccountHistory } from './account-history.js';
import { SetStoreCredit, SetTier, UnblockUser } from './change-user.js';
import { UsersQueries } from './users.queries.js';

/** Calls of the admin panel and the bot on user accounts. */
@Controller()
export class UsersController {
  constructor(
    private readonly queries: UsersQueries,
    private readonly streams: StreamStore,
    private readonly history: AccountHistory,
    private readonly setStoreCredit: SetStoreCredit,
    private readonly setTier: SetTier,
    private readonly blockUser: BlockUser,
    private readonly unblockUser: UnblockUser,
    private readonly staff: StaffRightCheck,
  ) {}

  @Call(userCalls.users)
  async listUsers(
    @CurrentActor() actor: Actor,
    @ZodQuery(userCalls.users.query) query: ListQuery,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<AdminUser[]> {
    if (!holdsRight(actor, 'money') && MONEY_SORTS.some((sort) => sort === query.sort))
      throw new ShopError('FORBIDDEN', 'You may not see money figures.');
    await this.streams.setSeqHeader(reply, 'admin');
    const { items, ...page } = await this.queries.listUsers(query);
    const shown = items.map((user) => hideMoneyUnlessAllowed(actor, user));
    return sendPage(reply, userCalls.users, query, { ...page, items: shown });
  }

  /** Answers the bot's Discord command `/user`. */
  @Call(staffCalls.botUsers)
  async searchFromDiscord(
    @ZodQuery(staffCalls.botUsers.query) { discordId, q }: CallQuery<typeof staffCalls.botUsers>,
    @Ip() address: string,
  ): Promise<BotUsersAnswer> {
    const refusal = { action: 'users.refused', subject: 'users' } as const;
    const { right } = staffCalls.botUsers;
    await this.staff.requireRight({ discordId, right, freshness: 'recent', refusal, address });
    const { items, total } = await this.queries.listUsers({ q: toTypedText(q), limit: MAX_BOT_USERS });
    return botUsersAnswer.parse({
      users: items.map((user) => redactMoney(user, ADMIN_USER_MONEY)),
      total,
    });
  }

  /** Suggests accounts for the option of the Discord command `/user`. */
  @Call(staffLookUpCalls.botSuggestUsers)
  async suggestForDiscord(
    @ZodQuery(staffLookUpCalls.botSuggestUsers.query)
    { discordId, q }: CallQuery<typeof staffLookUpCalls.botSuggestUsers>,
  ): Promise<CallAnswer<typeof staffLookUpCalls.botSuggestUsers>> {
    await this.staff.requireRightToLookUp(discordId, staffLookUpCalls.botSuggestUsers.right);
    const { items } = await this.queries.listUsers({ q: toTypedText(q), limit: MAX_SUGGESTIONS });
    return botSuggestUsersAnswer.parse(items);
  }

  @Call(userCalls.user)
  async readUser(
    @CurrentActor() actor: Actor,
    @PathParam(userCalls.user, 'id') id: number,
  ): Promise<AdminUser> {
    return hideMoneyUnlessAllowed(actor, await this.queries.readUser(id));
  }

  @Call(userCalls.userOrders)
  async listOrdersOfUser(
    @PathParam(userCalls.userOrders, 'id') id: number,
    @ZodQuery(userCalls.userOrders.query) query: ListQuery,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<StaffOrder[]> {
    return sendPage(reply, userCalls.userOrders, query, await this.history.listOrders(id, query), { id });
  }

  @Call(userCalls.userEvents)
  async listEventsOfUser(
    @CurrentActor() actor: Actor,
    @PathParam(userCalls.userEvents, 'id') id: number,
    @ZodQuery(userCalls.userEvents.query) query: ListQuery,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<AccountEvent[]> {
    const page = await this.history.listEvents(id, query, actor);
    return sendPage(reply, userCalls.userEvents, query, page, { id });
  }

  @Call(userCalls.setStoreCredit)
  changeStoreCredit(
    @CurrentActor() actor: Actor,
    @PathParam(userCalls.setStoreCredit, 'id') id: number,
    @ZodBody(userCalls.setStoreCredit.body) body: StoreCreditRequest,
  ): Promise<AdminUser> {
    return this.setStoreCredit.execute(actor, id, body);
  }

  @Call(userCalls.setTier)
  changeTier(
    @CurrentActor() actor: Actor,
    @PathParam(userCalls.setTier, 'id') id: number,
    @ZodBody(userCalls.setTier.body) body: SetTierRequest,
  ): Promise<AdminUser> {
    return this.setTier.execute(actor, id, body);
  }

  /** Refuses to block the caller's own account, because nobody could lift that block. */
  @Call(userCalls.blockUser)
  async changeBlock(
    @CurrentActor() actor: Actor,
    @PathParam(userCalls.blockUser, 'id') id: number,
    @ZodBody(userCalls.blockUser.body) { reason }: BlockUserRequest,
  ): Promise<AdminUser> {
    if (id === actor.userId) throw new ShopError('CONFLICT', 'You can not block your own account.');
    const input = { userId: id, actor: actorName(actor) };
    if (reason === undefined) await this.unblockUser.execute(input);
    else await this.blockUser.execute({ ...input, reason });
    return this.queries.readUser(id);
  }
}

/** Removes amounts of money from the answer for staff without the right to see them. */
const hideMoneyUnlessAllowed = (actor: Actor, user: AdminUser): AdminUser =>
  holdsRight(actor, 'money') ? user : redactMoney(user, ADMIN_USER_MONEY);
