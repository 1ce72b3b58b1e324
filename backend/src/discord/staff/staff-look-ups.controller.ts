import { Controller, Ip } from '@nestjs/common';
import {
  BOT_ORDERS_PAGE_SIZE,
  botSuggestTicketsAnswer,
  MAX_SUGGESTIONS,
  OPEN_TICKET_STATUSES,
  ORDER_TRANSITION_TABLE,
  botSuggestOrdersAnswer,
  isRefundable,
  listLegalTransitions,
  staffLookUpCalls,
  type BotMemberOrdersAnswer,
  type BotSuggestOrdersAnswer,
  type CallAnswer,
  type CallQuery,
  type StaffOrder,
  type SuggestedOrderAct,
} from '@pax/contracts';
import { Call } from '../../platform/calls/call.js';
import { ZodQuery } from '../../platform/http/zod.pipe.js';
import { AccountsQueries } from '../../people/accounts/accounts.queries.js';
import { OrdersQueries } from '../../shop/orders/orders.queries.js';
import { TicketsQueries } from '../../support/tickets/tickets.queries.js';
import { StaffRightCheck } from './staff-right-check.js';

/** Orders with the number `#7`, or a chosen suggestion, which Discord sends as its whole text: `#7 · Elytra × 2`. */
const TYPED_NUMBER = /^#?([1-9]\d{0,8})(?: · .*)?$/;

/** Number of orders among which a number is looked for that was typed in part, since searches know whole ones only. */
const MAX_BEGUN_NUMBERS = 100;

const isPossible = (act: SuggestedOrderAct, { status, paymentStatus, kind }: StaffOrder): boolean =>
  act === 'refund'
    ? isRefundable(status, paymentStatus, kind)
    : listLegalTransitions(status, paymentStatus).includes(act);

/** Calls by which the bot looks things up for staff: suggestions for options of commands, and a member's orders. */
@Controller()
export class StaffLookUpsController {
  constructor(
    private readonly staff: StaffRightCheck,
    private readonly accounts: AccountsQueries,
    private readonly orders: OrdersQueries,
    private readonly tickets: TicketsQueries,
  ) {}

  @Call(staffLookUpCalls.botSuggestOrders)
  async suggestOrders(
    @ZodQuery(staffLookUpCalls.botSuggestOrders.query)
    { discordId, act, q }: CallQuery<typeof staffLookUpCalls.botSuggestOrders>,
  ): Promise<BotSuggestOrdersAnswer> {
    await this.staff.assertMayLookUp(discordId, staffLookUpCalls.botSuggestOrders.right);
    const number = TYPED_NUMBER.exec(q ?? '')?.[1];
    const [named, begun, found] = await Promise.all([
      number === undefined ? undefined : this.orders.findOrder(Number(number)),
      number === undefined ? [] : this.findOrders(act, undefined, MAX_BEGUN_NUMBERS),
      this.findOrders(act, number ?? q, MAX_SUGGESTIONS),
    ]);
    const ofNumber = begun.filter(({ id }) => String(id).startsWith(number ?? ''));
    const byId = new Map(
      [...(named ? [named] : []), ...ofNumber, ...found].map((order) => [order.id, order]),
    );
    const all = [...byId.values()];
    const possible = all.filter((order) => isPossible(act, order));
    return botSuggestOrdersAnswer.parse(possible.slice(0, MAX_SUGGESTIONS));
  }

  @Call(staffLookUpCalls.botSuggestTickets)
  async suggestTickets(
    @ZodQuery(staffLookUpCalls.botSuggestTickets.query)
    { discordId, q }: CallQuery<typeof staffLookUpCalls.botSuggestTickets>,
  ): Promise<CallAnswer<typeof staffLookUpCalls.botSuggestTickets>> {
    await this.staff.assertMayLookUp(discordId, staffLookUpCalls.botSuggestTickets.right);
    const { items } = await this.tickets.listTickets({
      q: TYPED_NUMBER.exec(q ?? '')?.[1] ?? q,
      state: OPEN_TICKET_STATUSES.join(','),
      sort: 'urgent',
      limit: MAX_SUGGESTIONS,
    });
    return botSuggestTicketsAnswer.parse(items);
  }

  /** Answers the menu "Orders of this member" of Discord. */
  @Call(staffLookUpCalls.botMemberOrders)
  async listOrdersOfMember(
    @ZodQuery(staffLookUpCalls.botMemberOrders.query)
    { discordId, memberId, page }: CallQuery<typeof staffLookUpCalls.botMemberOrders>,
    @Ip() address: string,
  ): Promise<BotMemberOrdersAnswer> {
    const refusal = { action: 'queue.refused', subject: 'orders' } as const;
    const { right } = staffLookUpCalls.botMemberOrders;
    await this.staff.requireRight({ discordId, right, freshness: 'recent', refusal, address });
    const user = await this.accounts.findByDiscordId(memberId);
    if (!user) return { account: null, orders: [], total: 0 };
    const { id, username } = user;
    const { items, total } = await this.orders.pageOfOwn(id, { page, limit: BOT_ORDERS_PAGE_SIZE });
    return { account: { id, username }, orders: items, total };
  }

  private async findOrders(
    act: SuggestedOrderAct,
    q: string | undefined,
    limit: number,
  ): Promise<readonly StaffOrder[]> {
    if (act !== 'refund') {
      const state = ORDER_TRANSITION_TABLE[act].from.join(',');
      return (await this.orders.pageOfActive({ q, state, sort: 'due', limit })).items;
    }
    const [completed, archived] = await Promise.all([
      this.orders.pageOfActive({ q, state: 'completed', limit }),
      this.orders.pageOfArchived({ q, state: 'archived', limit }),
    ]);
    return [...completed.items, ...archived.items].toSorted((one, other) => other.id - one.id);
  }
}
