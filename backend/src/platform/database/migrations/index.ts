import { Platform1800000000001 } from './1-platform.js';
import { People1800000000002 } from './2-people.js';
import { Wallet1800000000003 } from './3-wallet.js';
import { Shop1800000000004 } from './4-shop.js';
import { Payments1800000000005 } from './5-payments.js';
import { Support1800000000006 } from './6-support.js';
import { Discord1800000000007 } from './7-discord.js';
import { Office1800000000008 } from './8-office.js';
import { UnbookedRefunds1800000000009 } from './9-unbooked-refunds.js';
import { UndecidedLosses1800000000010 } from './10-undecided-losses.js';
import { ErasedInPortions1800000000011 } from './11-erased-in-portions.js';
import { RightsAndBrowsers1800000000012 } from './12-rights-and-browsers.js';
import { InsideTicketChanges1800000000013 } from './13-inside-ticket-changes.js';
import { ProvenLinks1800000000014 } from './14-proven-links.js';
import { Notices1800000000015 } from './15-notices.js';
import { NoticeSwitches1800000000016 } from './16-notice-switches.js';
import { TicketMessages1800000000019 } from './19-ticket-messages.js';
import { Reviews1800000000020 } from './20-reviews.js';
import { MailTopics1800000000022 } from './22-mail-topics.js';
import { Push1800000000023 } from './23-push.js';
import { Wishlist1800000000024 } from './24-wishlist.js';
import { ThreadMessages1800000000025 } from './25-thread-messages.js';
import { ShopperPosts1800000000026 } from './26-shopper-posts.js';
import { ReferralOpens1800000000027 } from './27-referral-opens.js';
import { UnboundDirectMessages1800000000028 } from './28-unbound-direct-messages.js';
import { SoldOut1800000000029 } from './29-sold-out.js';
import { OrderViews1800000000030 } from './30-order-views.js';
import { Overview1800000000031 } from './31-overview.js';
import { UndoableActs1800000000032 } from './32-undoable-acts.js';
import { OrderContext1800000000034 } from './34-order-context.js';
import { NoticesOfOrders1800000000035 } from './35-notices-of-orders.js';
import { PurchasesBefore1800000000036 } from './36-purchases-before.js';

/** The schema of 0.9.0, whole. */
export const FIRST_SET = [
  Platform1800000000001,
  People1800000000002,
  Wallet1800000000003,
  Shop1800000000004,
  Payments1800000000005,
  Support1800000000006,
  Discord1800000000007,
  Office1800000000008,
];

/** Every migration, in the order in which they run: later ones are added, and none is ever changed. */
export const MIGRATIONS = [
  ...FIRST_SET,
  UnbookedRefunds1800000000009,
  UndecidedLosses1800000000010,
  ErasedInPortions1800000000011,
  RightsAndBrowsers1800000000012,
  InsideTicketChanges1800000000013,
  ProvenLinks1800000000014,
  Notices1800000000015,
  NoticeSwitches1800000000016,
  TicketMessages1800000000019,
  Reviews1800000000020,
  MailTopics1800000000022,
  Push1800000000023,
  Wishlist1800000000024,
  ThreadMessages1800000000025,
  ShopperPosts1800000000026,
  ReferralOpens1800000000027,
  UnboundDirectMessages1800000000028,
  SoldOut1800000000029,
  OrderViews1800000000030,
  Overview1800000000031,
  UndoableActs1800000000032,
  OrderContext1800000000034,
  NoticesOfOrders1800000000035,
  PurchasesBefore1800000000036,
];
