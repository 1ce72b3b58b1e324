import { adminUser, type AdminCounts, type RoomMessage } from '@pax/contracts';
import type { QueryClient } from '@tanstack/react-query';
import { applyToQuery } from '../../../lib/realtime/apply';
import type { TabLive } from '../shared/panel-tab';
import { applyUser, COUNTS, USERS } from './user-queries';

/** Follows registrations, edits, blocks and balances (OWN-533); the tab's count too (OWN-535). */
function onUser(message: RoomMessage, client: QueryClient): void {
  const now = adminUser.safeParse(message.data).data;
  if (!now) return;
  applyUser(client, now, message);
  if (message.type === 'user.registered')
    applyToQuery<AdminCounts>(client, COUNTS, message, (counts) => ({ ...counts, users: counts.users + 1 }));
}

/** Live updates of the users. */
export const usersLive: TabLive = { queries: [USERS, COUNTS], handlers: { user: onUser, balance: onUser } };
