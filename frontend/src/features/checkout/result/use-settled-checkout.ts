import { checkoutCalls } from '@pax/contracts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { checkoutKey } from '../keys';
import { callApi, callQuery } from '../../../lib/http/call-api';
import { isUnsettledState } from './delivery-stage';

/** Delays between polls of the provider, ms: frequent at first, about five minutes in total. */
const DELAYS_MS = [0, 1_500, 3_000, 5_000, 8_000, ...Array.from({ length: 18 }, () => 15_000)];
/** Number of polls after which the page says that it takes longer than usual. */
const SLOW_AFTER = 6;

/** Loads a checkout and polls the provider while the outcome is open; a socket message ends the polling. */
export function useSettledCheckout(reference: string) {
  const client = useQueryClient();
  const checkout = useQuery({
    ...callQuery(checkoutCalls.checkout, { ref: reference }),
    enabled: reference !== '',
    refetchOnMount: 'always',
  });
  const [asked, setAsked] = useState(0);
  // Offered only after one poll, because the buyer may just have chosen another payment instrument.
  const retryUrl = asked > 0 && checkout.data?.state === 'open' ? checkout.data.retryUrl : undefined;
  // Crypto is confirmed manually: no provider to poll, the socket reports it.
  const waiting =
    checkout.data !== undefined &&
    isUnsettledState(checkout.data.state) &&
    checkout.data.method !== 'crypto' &&
    retryUrl === undefined;

  useEffect(() => {
    const delay = DELAYS_MS[asked];
    if (!waiting || delay === undefined) return undefined;
    let gone = false;
    const ask = async () => {
      try {
        const answer = await callApi(checkoutCalls.refreshCheckout, { params: { ref: reference } });
        client.setQueryData(checkoutKey(reference), answer);
      } catch {
        // No response: poll again later, the outcome is still open.
      }
      if (!gone) setAsked(asked + 1);
    };
    const timer = setTimeout(() => void ask(), delay);
    return () => {
      gone = true;
      clearTimeout(timer);
    };
  }, [waiting, asked, reference, client]);

  return {
    checkout,
    /** Address where the buyer can choose another payment instrument after a decline. */
    retryUrl,
    slow: waiting && asked >= SLOW_AFTER,
    /** Restarts polling, requested by the user. */
    retry: () => {
      setAsked(0);
      if (checkout.isError) void checkout.refetch();
    },
  };
}
