import { adminCoinStockAnswer, catalogCalls, type AdminCoinStockAnswer } from '@pax/contracts';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { callApi, queryKeyFor, queryOptionsFor } from '../../../lib/http/call-api';
import { applyToQuery } from '../../../lib/realtime/apply-message';
import type { LiveHandler } from '../../../lib/realtime/live-module';
import { formatCoins } from '../../../lib/values/format';
import { abbreviateCount } from '../shared/panel-counts';
import type { CountProps, TabLive } from '../shared/panel-tab';

const ADMIN_COIN_STOCK = queryKeyFor(catalogCalls.adminCoinStock);

export const useCoinPool = () => useQuery(queryOptionsFor(catalogCalls.adminCoinStock));

/** Amount of the pool in a short form, next to the tab's name. */
export function CoinPoolCount({ short = false }: CountProps): string | undefined {
  const { data } = useCoinPool();
  return data && (short ? abbreviateCount : formatCoins)(data.coinStock);
}

/** Sets the pool with the version that was shown, so that another user's change is not overwritten. */
export function useSetPool() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ coins, version }: { readonly coins: number; readonly version: number | undefined }) =>
      callApi(catalogCalls.setCoinStock, { body: { coinStock: String(coins), version } }),
    onSuccess: (pool) => client.setQueryData(ADMIN_COIN_STOCK, pool),
    onError: () => void client.invalidateQueries({ queryKey: ADMIN_COIN_STOCK }),
  });
}

/** Stores a changed pool from a message; an older version is ignored. */
const onPoolMessage: LiveHandler<'admin', 'coins'> = (message, client) => {
  const now = adminCoinStockAnswer.safeParse(message.data).data;
  if (!now) return;
  applyToQuery<AdminCoinStockAnswer>(client, ADMIN_COIN_STOCK, message, (known) =>
    known.version > now.version ? known : now,
  );
};

/** Realtime handlers and queries of the coin pool. */
export const coinsLive: TabLive = { queries: [ADMIN_COIN_STOCK], handlers: { coins: onPoolMessage } };
