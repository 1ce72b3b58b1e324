import { checkoutCalls, type CartItem, type OwnHold, type HoldLimit, type Quote } from '@pax/contracts';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { callApi } from './call-api';
import { useMe } from './current-user';
import { HOLD_LIMITS } from './keys';
import { READ_MS } from './time-limit';

/** How long a limit stays fresh, since others on the same connection change it, ms. */
const STALE_MS = 30_000;
const NONE: readonly HoldLimit[] = [];
/** Returns a constant array instead of undefined, because a new one would re-render endlessly. */
const limitsOf = ({ limits }: Quote): readonly HoldLimit[] => limits ?? NONE;
const NOTHING_HELD: readonly OwnHold[] = [];
const heldOf = ({ held }: Quote): readonly OwnHold[] => held ?? NOTHING_HELD;

/** Reads part of the server's quote. Only quantities of coins are sent, because others do not affect holds. */
function useQuotePart<T>(
  items: readonly CartItem[],
  enabled: boolean,
  select: (quote: Quote) => readonly T[],
): readonly T[] | undefined {
  const me = useMe();
  const { data } = useQuery({
    queryKey: [...HOLD_LIMITS, me?.id, items],
    queryFn: ({ signal }) =>
      callApi(checkoutCalls.quote, { body: { items: [...items] }, signal, limitMs: READ_MS }),
    select,
    enabled: enabled && Boolean(me) && items.length > 0,
    staleTime: STALE_MS,
    retry: false,
    placeholderData: keepPreviousData,
  });
  return me ? data : undefined;
}

/** The buyer's hold limits for these products, where below the stock. */
export function useHoldLimits(items: readonly CartItem[], enabled: boolean): readonly HoldLimit[] {
  return useQuotePart(items, enabled, limitsOf) ?? NONE;
}

/** Goods that the buyer's own open checkout holds, from the same quote as the limits. */
export function useOwnHolds(items: readonly CartItem[], enabled: boolean): readonly OwnHold[] {
  return useQuotePart(items, enabled, heldOf) ?? NOTHING_HELD;
}
