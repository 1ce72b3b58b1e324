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
];
