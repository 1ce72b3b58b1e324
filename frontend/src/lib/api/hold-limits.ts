import type { CartItem, HoldLimit, Quote } from '@pax/contracts';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { requestJson } from '../fetcher';
import { useMe } from './current-user';
import { HOLD_LIMITS } from './keys';

/** Others at the same connection come and go, ms. */
const STALE_MS = 30_000;
const NONE: readonly HoldLimit[] = [];

/**
 * What the signed-in buyer may have of these products, where that is less than there is (OWN-402). The server's quote
 * says it; pieces of other goods than coins do not matter for it.
 */
export function useHoldLimits(items: readonly CartItem[], enabled: boolean): readonly HoldLimit[] {
  const me = useMe();
  const { data } = useQuery({
    queryKey: [...HOLD_LIMITS, me?.id, items],
    queryFn: ({ signal }) =>
      requestJson<Quote>('/api/checkout/quote', { method: 'POST', body: { items }, signal }),
    select: ({ limits }) => limits,
    enabled: enabled && Boolean(me) && items.length > 0,
    staleTime: STALE_MS,
    retry: false,
    placeholderData: keepPreviousData,
  });
  return (me && data) ?? NONE;
}
