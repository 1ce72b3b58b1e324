import { checkoutCalls, type CartItem, type OwnHold, type HoldLimit, type Quote } from '@pax/contracts';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { callApi } from './call-api';
import { useCurrentUser } from './current-user';
import { HOLD_LIMITS } from './query-keys';
import { READ_MS } from './time-limit';

/** Time after which a hold limit is read again, because other users of the same connection change it, ms. */
const STALE_MS = 30_000;
const NONE: readonly HoldLimit[] = [];
/**
 * Returns the hold limits of a quote. The empty list is always the same array, because a new one would re-render
 * endlessly.
 */
const holdLimitsOf = ({ limits }: Quote): readonly HoldLimit[] => limits ?? NONE;
const NOTHING_HELD: readonly OwnHold[] = [];
const ownHoldsOf = ({ held }: Quote): readonly OwnHold[] => held ?? NOTHING_HELD;

/**
 * Reads one part of the server's quote. Only coins are sent with their quantity, because other quantities affect no
 * hold.
 */
function useQuotePart<T>(
  items: readonly CartItem[],
  enabled: boolean,
  select: (quote: Quote) => readonly T[],
): readonly T[] | undefined {
  const me = useCurrentUser();
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

/** Returns the buyer's hold limits for these products, where they are lower than the stock. */
export function useHoldLimits(items: readonly CartItem[], enabled: boolean): readonly HoldLimit[] {
  return useQuotePart(items, enabled, holdLimitsOf) ?? NONE;
}

/** Returns the goods that the buyer's own open checkout holds, from the same quote as the hold limits. */
export function useOwnHolds(items: readonly CartItem[], enabled: boolean): readonly OwnHold[] {
  return useQuotePart(items, enabled, ownHoldsOf) ?? NOTHING_HELD;
}
