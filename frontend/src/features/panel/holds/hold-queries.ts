import { adminHold, HOLD_STATES, holdCalls, getCartLineName, type AdminHold } from '@pax/contracts';
import { useInfiniteQuery, type QueryClient } from '@tanstack/react-query';
import { queryKeyFor } from '../../../lib/http/call-api';
import { findLoadedLists, pagedQueryOptions, collectRows } from '../../../lib/http/paged-list';
import { applyEntity, type LiveList } from '../../../lib/realtime/apply-message';
import type { LiveHandler } from '../../../lib/realtime/live-module';
import type { ListRule } from '../../../lib/realtime/place-entity';
import type { TabLive } from '../shared/panel-tab';

/** Prefix of the query keys of all lists of held goods. */
const HOLDS = queryKeyFor(holdCalls.holds);

export type HoldView = '' | (typeof HOLD_STATES)[number];
export const isHoldView = (name: string): name is HoldView => HOLD_STATES.some((known) => known === name);

/** Query parameters of a list of holds; also the last part of the list's query key. */
export type HoldQuery = Readonly<Record<'state' | 'q', string>>;

/** Formats one line of a hold: its product and pieces. */
export const formatHeldLine = (line: AdminHold['lines'][number]): string =>
  line.customAmount === undefined ? `${line.quantity} × ${line.name}` : getCartLineName(line);

const normaliseSearchText = (text: string): string => text.normalize('NFKC').toLowerCase();

/** Returns the filter and the sort order of a list of holds, by the same rules as the server's. */
export const holdListRuleFor = ({ state, q }: HoldQuery): ListRule<AdminHold> => ({
  includes: (hold) =>
    hold.holding &&
    (state === '' || hold.state === state) &&
    [hold.username, hold.inGameName, hold.discordName, hold.checkout].some((text) =>
      normaliseSearchText(text).includes(normaliseSearchText(q.trim())),
    ),
  compare: (one, other) => other.id - one.id,
});

const findLoadedHoldLists = (client: QueryClient): LiveList<AdminHold>[] =>
  findLoadedLists(client, holdCalls.holds).map(({ key, filter, count }) => ({
    key,
    count,
    ...holdListRuleFor({ state: '', q: '', ...filter }),
  }));

/** Loads the holds that match filter and search, page by page. */
export const useHoldList = (query: HoldQuery) =>
  useInfiniteQuery({
    ...pagedQueryOptions(holdCalls.holds, query),
    select: collectRows,
    placeholderData: (before) => before,
  });

/** Stores a hold's newer state in the loaded lists, from a message or from a call's answer. */
export const applyHoldState = (client: QueryClient, hold: AdminHold): void =>
  applyEntity(client, findLoadedHoldLists(client), hold);

const onHoldMessage: LiveHandler<'admin', 'checkout'> = (message, client) => {
  const now = adminHold.safeParse(message.data).data;
  if (now) applyEntity(client, findLoadedHoldLists(client), now, message);
};

/** Realtime handlers and queries of the lists of holds. */
export const holdsLive: TabLive = { queries: [HOLDS], handlers: { checkout: onHoldMessage } };
