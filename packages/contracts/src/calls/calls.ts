import { accountCalls } from './account.js';
import { authCalls } from './auth.js';
import { botCalls } from './bot/commands.js';
import { directMessageCalls } from './bot/direct-messages.js';
import { lastingMessageCalls } from './bot/lasting-messages.js';
import { leaseCalls } from './bot/lease-and-report.js';
import { newcomerCalls } from './bot/newcomers.js';
import { payLinkCalls } from './bot/pay-links.js';
import { customerCalls } from './bot/customers.js';
import { postCalls } from './bot/posts.js';
import { staffCalls } from './bot/staff.js';
import { staffLookUpCalls } from './bot/staff-look-ups.js';
import { ticketThreadCalls } from './bot/ticket-threads.js';
import type { CallDefinition } from './call-definition.js';
import { catalogCalls, pictureCalls } from './catalog.js';
import { checkoutCalls } from './checkout.js';
import { discordCalls } from './discord.js';
import { holdCalls } from './holds.js';
import { loyaltyCalls } from './loyalty.js';
import { noticeCalls } from './support/notices.js';
import { pushCalls } from './support/push.js';
import { operationCalls } from './operations.js';
import { orderContextCalls } from './order-context.js';
import { orderCalls } from './orders.js';
import { exportCalls } from './exports.js';
import { overviewCalls } from './overview.js';
import { ownDataCalls } from './own-data.js';
import { receiptCalls } from './receipts.js';
import { refundCalls } from './refunds-and-disputes.js';
import { reviewCalls } from './reviews.js';
import { roleRightsCalls } from './role-rights.js';
import { secondStepCalls } from './second-step.js';
import { ticketFollowUpCalls } from './support/ticket-follow-ups.js';
import { ticketMessageCalls } from './support/ticket-messages.js';
import { ticketCalls } from './support/tickets.js';
import { userCalls } from './users.js';
import { wishlistCalls } from './wishlist.js';

/** All calls of the shop, grouped by area. */
export const callAreas = {
  auth: authCalls,
  account: accountCalls,
  notices: noticeCalls,
  push: pushCalls,
  secondStep: secondStepCalls,
  ownData: ownDataCalls,
  catalog: catalogCalls,
  pictures: pictureCalls,
  checkout: checkoutCalls,
  receipts: receiptCalls,
  holds: holdCalls,
  orders: orderCalls,
  orderContext: orderContextCalls,
  overview: overviewCalls,
  exports: exportCalls,
  refunds: refundCalls,
  users: userCalls,
  rights: roleRightsCalls,
  loyalty: loyaltyCalls,
  reviews: reviewCalls,
  wishlist: wishlistCalls,
  tickets: ticketCalls,
  ticketMessages: ticketMessageCalls,
  ticketFollowUps: ticketFollowUpCalls,
  discord: discordCalls,
  bot: botCalls,
  lease: leaseCalls,
  posts: postCalls,
  direct: directMessageCalls,
  lasting: lastingMessageCalls,
  newcomers: newcomerCalls,
  threads: ticketThreadCalls,
  people: customerCalls,
  payLinks: payLinkCalls,
  staff: staffCalls,
  staffLookUps: staffLookUpCalls,
  operations: operationCalls,
} as const satisfies Record<string, Record<string, CallDefinition>>;

/** A call with its name and area. */
export interface NamedCall {
  readonly name: string;
  readonly area: string;
  readonly call: CallDefinition;
}

export const allCalls: readonly NamedCall[] = Object.entries(callAreas).flatMap(([area, calls]) =>
  Object.entries<CallDefinition>(calls).map(([name, call]) => ({ name, area, call })),
);
