import { overviewCalls, type OverviewAnswer, type OverviewPeriod } from '@pax/contracts';
import { keepPreviousData, useQuery, type QueryClient } from '@tanstack/react-query';
import { callApi, queryKeyFor } from '../../../lib/http/call-api';
import type { LiveModule } from '../../../lib/realtime/live-module';

const OVERVIEW = queryKeyFor(overviewCalls.overview);

/** Time after which shown figures are read again although no message came, ms. */
const REREAD_MS = 60_000;

/** The figures, and the period that they are of. */
export interface PeriodAnswer {
  readonly answer: OverviewAnswer;
  readonly period: OverviewPeriod;
}

/** Reads the figures of a period, each minute again; those of the chosen one before stay until they are there. */
export const useOverview = (period: OverviewPeriod) =>
  useQuery<PeriodAnswer>({
    queryKey: [...OVERVIEW, { period }],
    queryFn: async ({ signal }) => ({
      answer: await callApi(overviewCalls.overview, { query: { period }, signal }),
      period,
    }),
    placeholderData: keepPreviousData,
    refetchInterval: REREAD_MS,
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
