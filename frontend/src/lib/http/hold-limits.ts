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
import { useEffect, useState } from 'react';
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

/** Reads one part of the server's quote, and whether it is that of the previous items until theirs is there. */
function useQuotePart<T>(
  items: readonly CartItem[],
  enabled: boolean,
  select: (quote: Quote) => T,
): { readonly part: T | undefined; readonly isPrevious: boolean } {
  const me = useCurrentUser();
  const { data, isPlaceholderData } = useQuery({
    queryKey: [...HOLD_LIMITS, me?.id, items],
    queryFn: ({ signal }) =>
      callApi(checkoutCalls.quote, { body: { items: [...items] }, signal, limitMs: READ_MS }),
    select,
    enabled: enabled && Boolean(me) && items.length > 0,
    staleTime: STALE_MS,
    retry: false,
    placeholderData: keepPreviousData,
  });
  return { part: me ? data : undefined, isPrevious: isPlaceholderData };
}

/** Returns the buyer's hold limits for these products, where they are lower than the stock. */
export function useHoldLimits(items: readonly CartItem[], enabled: boolean): readonly HoldLimit[] {
  return useQuotePart(items, enabled, holdLimitsOf).part ?? NONE;
}

const quoteOf = (quote: Quote): Quote => quote;

/** Time without a change after which the points of new items are asked for, ms. */
const SETTLE_MS = 300;

/** Returns the items once they have not changed for a while; the first ones at once. */
function useSettledItems(items: readonly CartItem[]): readonly CartItem[] {
  const [settled, setSettled] = useState(items);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(items), SETTLE_MS);
    return () => clearTimeout(timer);
  }, [items]);
  return settled;
}

interface PointsToCome {
  readonly points: number;
  /** False while the points are those of the previous items. */
  readonly isCurrent: boolean;
}

/**
 * Returns the points that these items will earn, as the server's quote says; undefined for a visitor, without items,
 * and where the quote has another total.
 *
 * @param totalCents total that the page shows for the items
 */
export function usePointsToCome(
  items: readonly CartItem[],
  totalCents: Cents,
  enabled: boolean,
): PointsToCome | undefined {
  const settled = useSettledItems(items);
  const { part: quote, isPrevious } = useQuotePart(settled, enabled, quoteOf);
  if (!quote || items.length === 0) return undefined;
  const isCurrent = parseDecimalToCents(quote.total) === totalCents;
  return isCurrent || isPrevious || settled !== items ? { points: quote.points, isCurrent } : undefined;
}

/** Returns the goods that the buyer's own open checkout holds, from the same quote as the hold limits. */
export function useOwnHolds(items: readonly CartItem[], enabled: boolean): readonly OwnHold[] {
  return useQuotePart(items, enabled, ownHoldsOf).part ?? NOTHING_HELD;
}
