import { overviewCalls, type OverviewAnswer, type OverviewPeriod } from '@pax/contracts';
import { keepPreviousData, useQuery, type QueryClient } from '@tanstack/react-query';
import { callApi, queryKeyFor } from '../../../lib/http/call-api';
import type { LiveModule } from '../../../lib/realtime/live-module';

const OVERVIEW = queryKeyFor(overviewCalls.overview);

/** Reads the figures of a period; those of the period before stay until they are there. */
export const useOverview = (period: OverviewPeriod) =>
  useQuery<OverviewAnswer>({
    queryKey: [...OVERVIEW, { period }],
    queryFn: ({ signal }) => callApi(overviewCalls.overview, { query: { period }, signal }),
    placeholderData: keepPreviousData,
  });

/** Delay after a message, ms: the server counts every five seconds. */
const REFRESH_MS = 6_000;
/** Clients that will read the figures again, and whether messages arrived since that was decided. */
const waiting = new WeakMap<QueryClient, { isLate: boolean }>();

/** Reads the shown figures again once the server has counted what a message tells; many messages cause one call. */
function refreshSoon(_message: unknown, client: QueryClient): void {
  const due = waiting.get(client);
  if (due) {
    due.isLate = true;
    return;
  }
  const started = { isLate: false };
  waiting.set(client, started);
  setTimeout(() => {
    waiting.delete(client);
    void client.invalidateQueries({ queryKey: OVERVIEW });
    if (started.isLate) refreshSoon(undefined, client);
  }, REFRESH_MS);
}

/** Realtime handlers of the overview, apart from those of the tabs about the same things. */
export const overviewLive: LiveModule<'admin'> = {
  room: 'admin',
  queries: [OVERVIEW],
  handlers: { order: refreshSoon, ticket: refreshSoon, coins: refreshSoon },
};
