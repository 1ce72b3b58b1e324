import { checkoutCalls } from '@pax/contracts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { checkoutKey } from '../query-keys';
import { callApi, queryOptionsFor } from '../../../lib/http/call-api';
import { isUnsettledState } from './delivery-stage';

/** Delays between checks of the payment, ms: short at first, about five minutes in total. */
const DELAYS_MS = [0, 1_500, 3_000, 5_000, 8_000, ...Array.from({ length: 18 }, () => 15_000)];
/** Number of checks after which the page says that the payment takes longer than usual. */
const SLOW_AFTER = 6;

/** Loads a checkout and checks its payment repeatedly while the outcome is open; a socket message ends the checks. */
export function useSettledCheckout(reference: string) {
  const client = useQueryClient();
  const checkout = useQuery({
    ...queryOptionsFor(checkoutCalls.checkout, { ref: reference }),
    enabled: reference !== '',
    refetchOnMount: 'always',
  });
  const [asked, setAsked] = useState(0);
  // The retry link appears only after the first check, because the buyer may just have chosen another way to pay.
  const retryUrl = asked > 0 && checkout.data?.state === 'open' ? checkout.data.retryUrl : undefined;
  // Crypto payments are not polled, because staff confirm them and the socket reports the result.
  const waiting =
    checkout.data !== undefined &&
    isUnsettledState(checkout.data.state) &&
    checkout.data.method !== 'crypto' &&
    retryUrl === undefined;

  useEffect(() => {
    const delay = DELAYS_MS[asked];
    if (!waiting || delay === undefined) return undefined;
    let gone = false;
    const pollPayment = async () => {
      try {
        const answer = await callApi(checkoutCalls.refreshCheckout, { params: { ref: reference } });
        client.setQueryData(checkoutKey(reference), answer);
      } catch {
        // A failed check is ignored, because the outcome is still open and the next check follows.
      }
      if (!gone) setAsked(asked + 1);
    };
    const timer = setTimeout(() => void pollPayment(), delay);
    return () => {
      gone = true;
      clearTimeout(timer);
    };
  }, [waiting, asked, reference, client]);

  return {
    checkout,
    /** Address where the buyer can choose another card or account after the first one was declined. */
    retryUrl,
    slow: waiting && asked >= SLOW_AFTER,
    /** Starts the checks of the payment again, when the user asks for it. */
    retry: () => {
      setAsked(0);
      if (checkout.isError) void checkout.refetch();
    },
  };
}
