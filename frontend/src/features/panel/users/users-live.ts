import { adminUser, type RoomMessage } from '@pax/contracts';
import type { QueryClient } from '@tanstack/react-query';
import { COUNTS, countMessage } from '../shared/counts';
import type { TabLive } from '../shared/panel-tab';
import { applyUser, USERS } from './user-queries';

/** Follows registrations, edits, blocks and balances; the tab's count too. */
function onUser(message: RoomMessage, client: QueryClient): void {
  const now = adminUser.safeParse(message.data).data;
  if (!now) return;
  applyUser(client, now, message);
  // A deletion has no event of its own, only the changed account.
  if (now.deleted) void client.invalidateQueries({ queryKey: COUNTS });
  else countMessage(client, message);
}

/** Live updates of the users. */
export const usersLive: TabLive = { queries: [USERS], handlers: { user: onUser, balance: onUser } };
