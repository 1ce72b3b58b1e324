import {
  checkoutCalls,
  parseDecimalToCents,
  type CartItem,
  type Cents,
  type OwnHold,
  type HoldLimit,
  type Quote,
} from '@pax/contracts';
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
 * Reads one part of the server's quote.
 */
function useQuotePart<T>(
  items: readonly CartItem[],
  enabled: boolean,
  select: (quote: Quote) => T,
): T | undefined {
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

const quoteOf = (quote: Quote): Quote => quote;

/**
 * Returns the points that these items will earn, as the server's quote says; undefined for a visitor, and while the
 * newest quote is for another total.
 *
 * @param totalCents total that the page shows for the items
 */
export function usePointsToCome(
  items: readonly CartItem[],
  totalCents: Cents,
  enabled: boolean,
): number | undefined {
  const quote = useQuotePart(items, enabled, quoteOf);
  return quote && parseDecimalToCents(quote.total) === totalCents ? quote.points : undefined;
}

/** Returns the goods that the buyer's own open checkout holds, from the same quote as the hold limits. */
export function useOwnHolds(items: readonly CartItem[], enabled: boolean): readonly OwnHold[] {
  return useQuotePart(items, enabled, ownHoldsOf) ?? NOTHING_HELD;
}
