import { accountCalls } from './account-calls.js';
import { authCalls } from './auth-calls.js';
import { botCalls } from './bot-calls.js';
import type { CallDefinition } from './call.js';
import { catalogCalls } from './catalog-calls.js';
import { checkoutCalls } from './checkout-calls.js';
import { directCalls } from './direct-calls.js';
import { discordCalls } from './discord-calls.js';
import { lastingCalls } from './lasting-calls.js';
import { loyaltyCalls } from './loyalty-calls.js';
import { newcomerCalls } from './newcomer-calls.js';
import { operationCalls } from './operation-calls.js';
import { orderCalls } from './order-calls.js';
import { payLinkCalls } from './pay-link-calls.js';
import { peopleCalls } from './people-calls.js';
import { rightsCalls } from './rights-calls.js';
import { secondStepCalls } from './second-step-calls.js';
import { ownDataCalls } from './own-data-calls.js';
import { pictureCalls } from './picture-calls.js';
import { staffCalls } from './staff-calls.js';
import { threadCalls } from './thread-calls.js';
import { ticketCalls } from './ticket-calls.js';
import { userCalls } from './user-calls.js';

/** Every call of the shop, by area. */
export const callAreas = {
  auth: authCalls,
  account: accountCalls,
  secondStep: secondStepCalls,
  ownData: ownDataCalls,
  catalog: catalogCalls,
  pictures: pictureCalls,
  checkout: checkoutCalls,
  orders: orderCalls,
  users: userCalls,
  rights: rightsCalls,
  loyalty: loyaltyCalls,
  tickets: ticketCalls,
  discord: discordCalls,
  bot: botCalls,
  direct: directCalls,
  lasting: lastingCalls,
  newcomers: newcomerCalls,
  threads: threadCalls,
  people: peopleCalls,
  payLinks: payLinkCalls,
  staff: staffCalls,
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
