import type { Channel } from '@pax/contracts';
import type { Backend } from '../core/backend.js';
import type { ChannelMessages } from '../core/channel-messages.js';
import type { Logger } from '../core/logger.js';
import type { ServerClock } from '../core/server-clock.js';
import type { ChannelHealth } from './channel-health.js';
import type { LeaseView } from './lease.js';

/** What one step of posting came to: something was done, or come again after so many ms (Infinity: when rung). */
export type Step = { worked: true } | { worked: false; waitMs: number };

export const WORKED: Step = { worked: true };
export const retryAfter = (waitMs: number): Step => ({ worked: false, waitMs });
export const NOTHING_TO_DO: Step = retryAfter(Number.POSITIVE_INFINITY);

/** Everything posting to one channel needs. */
export interface ChannelDeps {
  channel: Channel;
  backend: Backend;
  messages: ChannelMessages;
  lease: LeaseView;
  health: ChannelHealth;
  clock: ServerClock;
  logger: Logger;
  botUserId: string;
  /** The role that new orders may mention. */
  staffPing?: string;
}
