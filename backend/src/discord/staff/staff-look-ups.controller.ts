import { Controller, Ip } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import {
  BOT_ORDERS_PAGE_SIZE,
  botSuggestTicketsAnswer,
  MAX_SUGGESTIONS,
  OPEN_TICKET_STATUSES,
  botSuggestOrdersAnswer,
  holdsRight,
  isRefundable,
  listLegalTransitions,
  staffLookUpCalls,
  userCalls,
  type AdminTicket,
  type BotMemberOrdersAnswer,
  type BotSuggestOrdersAnswer,
  type CallAnswer,
  type CallQuery,
  type StaffOrder,
  type SuggestedOrderAct,
} from '@pax/contracts';
import { DataSource } from 'typeorm';
import { Call } from '../../platform/calls/call.js';
import { ZodQuery } from '../../platform/http/zod.pipe.js';
import { parseSearch, toTypedText } from '../../platform/lists/list-page.js';
import { ShopError } from '../../platform/shop-error.js';
import { AccountsQueries } from '../../people/accounts/accounts.queries.js';
import { FormerIdentities } from '../../people/accounts/former-identities.js';
import { OrdersQueries } from '../../shop/orders/orders.queries.js';
import { TicketsQueries } from '../../support/tickets/tickets.queries.js';
import { StaffRightCheck } from './staff-right-check.js';

/** Number of orders among which a number is looked for that was typed in part, since searches know whole ones only. */
const MAX_BEGUN_NUMBERS = 100;

const isPossible = (act: SuggestedOrderAct, { status, paymentStatus, kind }: StaffOrder): boolean =>
  act === 'refund'
    ? isRefundable(status, paymentStatus, kind)
    : listLegalTransitions(status, paymentStatus).includes(act);

/** Puts the row with the typed number first, since others only contain its digits. */
function putFirst<T extends { id: number }>(named: T | undefined, found: readonly T[]): T[] {
  const byId = new Map([...(named ? [named] : []), ...found].map((row) => [row.id, row]));
  return [...byId.values()].slice(0, MAX_SUGGESTIONS);
}

/** Calls by which the bot looks things up for staff: suggestions for options of commands, and a member's orders. */
@Controller()
export class StaffLookUpsController {
  constructor(
    @InjectDataSource() private readonly database: DataSource,
    private readonly staff: StaffRightCheck,
    private readonly accounts: AccountsQueries,
    private readonly departed: FormerIdentities,
    private readonly orders: OrdersQueries,
    private readonly tickets: TicketsQueries,
  ) {}

  /** Suggests orders that the act is possible for; those of the person only to an admin, who alone may act on them. */
  @Call(staffLookUpCalls.botSuggestOrders)
  async suggestOrders(
    @ZodQuery(staffLookUpCalls.botSuggestOrders.query)
    { discordId, act, q }: CallQuery<typeof staffLookUpCalls.botSuggestOrders>,
  ): Promise<BotSuggestOrdersAnswer> {
    const { right } = staffLookUpCalls.botSuggestOrders;
    const { actor, role } = await this.staff.requireRightToLookUp(discordId, right);
    const own = role === 'admin' ? [] : await this.departed.listAccountsOf(this.database.manager, actor);
    const typed = toTypedText(q);
    const number = parseSearch(typed)?.number;
    const isNumber = number !== undefined;
    const [named, begun, found] = await Promise.all([
      isNumber ? this.orders.findOrder(number) : undefined,
      isNumber ? this.orders.listForAct(act, { limit: MAX_BEGUN_NUMBERS, own }) : [],
      this.orders.listForAct(act, { q: typed, limit: MAX_SUGGESTIONS, own }),
    ]);
    const isOffered = named && isPossible(act, named) && !own.includes(named.userId);
    const ofNumber = begun.filter(({ id }) => String(id).startsWith(String(number)));
    return botSuggestOrdersAnswer.parse(putFirst(isOffered ? named : undefined, [...ofNumber, ...found]));
  }

  /** Suggests tickets that are not ended, the most urgent ones first. */
  @Call(staffLookUpCalls.botSuggestTickets)
  async suggestTickets(
    @ZodQuery(staffLookUpCalls.botSuggestTickets.query)
    { discordId, q }: CallQuery<typeof staffLookUpCalls.botSuggestTickets>,
  ): Promise<CallAnswer<typeof staffLookUpCalls.botSuggestTickets>> {
    await this.staff.requireRightToLookUp(discordId, staffLookUpCalls.botSuggestTickets.right);
    const typed = toTypedText(q);
    const number = parseSearch(typed)?.number;
    const state = OPEN_TICKET_STATUSES.join(',');
    const [named, { items }] = await Promise.all([
      number === undefined ? undefined : this.findOpenTicket(number),
      this.tickets.listTickets({ q: typed, state, sort: 'urgent', limit: MAX_SUGGESTIONS }),
    ]);
    return botSuggestTicketsAnswer.parse(putFirst(named, items));
  }

  /** Answers the menu "Orders of this member" of Discord. */
  @Call(staffLookUpCalls.botMemberOrders)
  async listOrdersOfMember(
    @ZodQuery(staffLookUpCalls.botMemberOrders.query)
    { discordId, memberId, page }: CallQuery<typeof staffLookUpCalls.botMemberOrders>,
    @Ip() address: string,
  ): Promise<BotMemberOrdersAnswer> {
    const refusal = { action: 'member-orders.refused', subject: `discord:${memberId}` } as const;
    const { right } = staffLookUpCalls.botMemberOrders;
    const member = await this.staff.requireRight({ discordId, right, freshness: 'recent', refusal, address });
    const user = await this.accounts.findByDiscordId(memberId);
    const mayReadUsers = holdsRight(member, userCalls.user.right);
    if (!user) return { account: null, orders: [], total: 0, mayReadUsers };
    const { id, username } = user;
    const { items, total } = await this.orders.pageOfOwn(id, { page, limit: BOT_ORDERS_PAGE_SIZE });
    return { account: { id, username }, orders: items, total, mayReadUsers };
  }

  private async findOpenTicket(id: number): Promise<AdminTicket | undefined> {
    try {
      const ticket = await this.tickets.readTicket(id);
      return OPEN_TICKET_STATUSES.includes(ticket.status) ? ticket : undefined;
    } catch (error) {
      if (error instanceof ShopError && error.code === 'NOT_FOUND') return undefined;
      throw error;
    }
  }
}
