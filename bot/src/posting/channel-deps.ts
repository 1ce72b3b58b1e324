import type { Channel } from '@pax/contracts';
import type { Backend } from '../shop/backend.js';
import type { ChannelMessages } from '../discord/channel-messages.js';
import type { Logger } from '../logger.js';
import type { ServerClock } from '../shop/server-clock.js';
import type { ChannelHealth } from './channel-health.js';
import type { LeaseView } from './lease.js';

/** Dependencies of the senders of one channel. */
export interface ChannelDeps {
  channel: Channel;
  backend: Backend;
  messages: ChannelMessages;
  lease: LeaseView;
  health: ChannelHealth;
  clock: ServerClock;
  logger: Logger;
  botUserId: string;
  /** Clock of the waits for Discord, in ms; the process's own unless given. */
  now?: () => number;
  /** The role that new orders may mention. */
  staffPing?: string;
}
