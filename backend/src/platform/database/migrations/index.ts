import { Accounts1700000000001 } from './1-accounts.js';
import { Ledger1700000000002 } from './2-ledger.js';
import { Catalog1700000000003 } from './3-catalog.js';
import { Rewards1700000000004 } from './4-rewards.js';
import { Checkouts1700000000005 } from './5-checkouts.js';
import { Orders1700000000006 } from './6-orders.js';
import { Payments1700000000007 } from './7-payments.js';
import { Events1700000000008 } from './8-events.js';
import { Discord1700000000009 } from './9-discord.js';
import { Receipts1700000000010 } from './10-receipts.js';
import { Support1700000000011 } from './11-support.js';
import { RoleRights1700000000012 } from './12-role-rights.js';
import { DirectMessages1700000000013 } from './13-direct-messages.js';
import { Pictures1700000000014 } from './14-pictures.js';
import { Checks1700000000015 } from './15-checks.js';
import { PanelLists1700000000016 } from './16-panel-lists.js';
import { OwnData1700000000017 } from './17-own-data.js';
import { SecondStep1700000000019 } from './19-second-step.js';
import { Replies1700000000020 } from './20-replies.js';
import { OwedStep1700000000021 } from './21-owed-step.js';
import { DisputesByHand1700000000023 } from './23-disputes-by-hand.js';
import { ProcessedBy1700000000024 } from './24-processed-by.js';
import { OrderReasons1700000000025 } from './25-order-reasons.js';
import { ClosedHints1700000000026 } from './26-closed-hints.js';
import { EditsAndPeople1700000000027 } from './27-edits-and-people.js';
import { OldMessages1700000000028 } from './28-old-messages.js';
import { Overdue1700000000029 } from './29-overdue.js';
import { LastingMessages1700000000030 } from './30-lasting-messages.js';
import { TicketThreads1700000000031 } from './31-ticket-threads.js';
import { PayLinks1700000000032 } from './32-pay-links.js';
import { PendingTries1700000000033 } from './33-pending-tries.js';
import { SearchedTexts1700000000034 } from './34-searched-texts.js';
import { ListOrders1700000000035 } from './35-list-orders.js';
import { ListCounts1700000000036 } from './36-list-counts.js';
import { RoleConnections1700000000038 } from './38-role-connections.js';
import { ThreadLines1700000000039 } from './39-thread-lines.js';
import { SearchByList1700000000042 } from './42-search-by-list.js';
import { RightsEvents1700000000043 } from './43-rights-events.js';
import { ThreadTries1700000000044 } from './44-thread-tries.js';
import { FormerGrants1700000000045 } from './45-former-grants.js';
import { RefundsByHand1700000000046 } from './46-refunds-by-hand.js';
import { StrandedPayments1700000000048 } from './48-stranded-payments.js';
import { TicketRequests1700000000049 } from './49-ticket-requests.js';
import { UnknownSince1700000000054 } from './54-unknown-since.js';
import { Earnings1700000000055 } from './55-earnings.js';
import { Holds1700000000060 } from './60-holds.js';
import { BlockedNames1700000000061 } from './61-blocked-names.js';
import { FormerPrices1700000000065 } from './65-former-prices.js';
import { Declines1700000000070 } from './70-declines.js';
import { NamedLines1700000000071 } from './71-named-lines.js';
import { BotSessions1700000000080 } from './80-bot-sessions.js';
import { TokensInPosts1700000000081 } from './81-tokens-in-posts.js';
import { ProductPlaces1700000000085 } from './85-product-places.js';
import { WriteProbes1700000000086 } from './86-write-probes.js';
import { TokensInTickets1700000000090 } from './90-tokens-in-tickets.js';
import { DueGroups1700000000091 } from './91-due-groups.js';
import { LateEarnings1700000000092 } from './92-late-earnings.js';
import { ChannelsOfPosts1700000000093 } from './93-channels-of-posts.js';
import { IdentitiesByAccount1700000000094 } from './94-identities-by-account.js';
import { AlikeNames1700000000095 } from './95-alike-names.js';
import { FormerRoles1700000000096 } from './96-former-roles.js';
import { BlockReasons1700000000099 } from './99-block-reasons.js';
import { ReferredNames1700000000100 } from './100-referred-names.js';
import { FrozenBadges1700000000101 } from './101-frozen-badges.js';
import { ReservedNames1700000000102 } from './102-reserved-names.js';
import { KnownStaff1700000000103 } from './103-known-staff.js';
import { AlikeLetters1700000000104 } from './104-alike-letters.js';
import { LostCents1700000000105 } from './105-lost-cents.js';
import { TeamNames1700000000106 } from './106-team-names.js';
import { RefundParts1700000000107 } from './107-refund-parts.js';
import { ReferredCheckouts1700000000108 } from './108-referred-checkouts.js';
import { FormerLabels1700000000109 } from './109-former-labels.js';

/** Every migration, in the order in which they run. */
export const MIGRATIONS = [
  Accounts1700000000001,
  Ledger1700000000002,
  Catalog1700000000003,
  Rewards1700000000004,
  Checkouts1700000000005,
  Orders1700000000006,
  Payments1700000000007,
  Events1700000000008,
  Discord1700000000009,
  Receipts1700000000010,
  Support1700000000011,
  RoleRights1700000000012,
  DirectMessages1700000000013,
  Pictures1700000000014,
  Checks1700000000015,
  PanelLists1700000000016,
  OwnData1700000000017,
  SecondStep1700000000019,
  Replies1700000000020,
  OwedStep1700000000021,
  DisputesByHand1700000000023,
  ProcessedBy1700000000024,
  OrderReasons1700000000025,
  ClosedHints1700000000026,
  EditsAndPeople1700000000027,
  OldMessages1700000000028,
  Overdue1700000000029,
  LastingMessages1700000000030,
  TicketThreads1700000000031,
  PayLinks1700000000032,
  PendingTries1700000000033,
  SearchedTexts1700000000034,
  ListOrders1700000000035,
  ListCounts1700000000036,
  RoleConnections1700000000038,
  ThreadLines1700000000039,
  SearchByList1700000000042,
  RightsEvents1700000000043,
  ThreadTries1700000000044,
  FormerGrants1700000000045,
  RefundsByHand1700000000046,
  StrandedPayments1700000000048,
  TicketRequests1700000000049,
  UnknownSince1700000000054,
  Earnings1700000000055,
  Holds1700000000060,
  BlockedNames1700000000061,
  FormerPrices1700000000065,
  Declines1700000000070,
  NamedLines1700000000071,
  BotSessions1700000000080,
  TokensInPosts1700000000081,
  ProductPlaces1700000000085,
  WriteProbes1700000000086,
  TokensInTickets1700000000090,
  DueGroups1700000000091,
  LateEarnings1700000000092,
  ChannelsOfPosts1700000000093,
  IdentitiesByAccount1700000000094,
  AlikeNames1700000000095,
  FormerRoles1700000000096,
  BlockReasons1700000000099,
  ReferredNames1700000000100,
  FrozenBadges1700000000101,
  ReservedNames1700000000102,
  KnownStaff1700000000103,
  AlikeLetters1700000000104,
  LostCents1700000000105,
  TeamNames1700000000106,
  RefundParts1700000000107,
  ReferredCheckouts1700000000108,
  FormerLabels1700000000109,
];
