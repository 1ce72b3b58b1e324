import {
  fromDecimal,
  pointsFor,
  priceCart,
  toQuote,
  VISITOR_TERMS,
  type AccountProfile,
  type PriceTerms,
  type Quote,
  checkoutCalls,
  type QuoteRequest,
} from '@pax/contracts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { CheckoutCartLine } from './checkout-cart';
import { callApi } from '../../lib/http/call-api';
import type { PayMethod } from '../../lib/http/shop-info';
import { READ_MS } from '../../lib/http/time-limit';
import { rewardRefusalOf, type RewardRefusal } from './checkout-problem';

interface Buyer {
  /** Undefined for a visitor. */
  readonly profile: AccountProfile | undefined;
  readonly useStoreCredit: boolean;
  /** Percent off by a reward code; 0 without one. */
  readonly rewardPercent?: number;
}

/** The buyer's discounts; empty for a visitor. */
function priceTermsOf({ profile, useStoreCredit, rewardPercent = 0 }: Buyer): PriceTerms {
  if (!profile) return VISITOR_TERMS;
  return {
    referred: profile.appliedReferralCode !== null,
    tierPercent: profile.permanentDiscount,
    rewardPercent,
    useStoreCredit,
    creditCents: fromDecimal(profile.storeCredit),
    bonusCents: fromDecimal(profile.referralBonus),
  };
}

/** The quote computed locally by the server's function; replaced by the server's response. */
export function previewQuote(lines: readonly CheckoutCartLine[], buyer: Buyer): Quote {
  const terms = priceTermsOf(buyer);
  const priced = priceCart(
    lines.map(({ pricing }) => pricing),
    terms,
  );
  return toQuote(lines, priced, terms, pointsFor(priced.total, buyer.profile?.membershipTier ?? 'bronze'));
}

/** A reward code that the buyer chose. */
export interface ChosenReward {
  readonly code: string;
  /** Percent off; 0 if only the server knows it. */
  readonly percent: number;
}

interface QuoteOptions {
  readonly lines: readonly CheckoutCartLine[];
  readonly profile: AccountProfile | undefined;
  readonly useStoreCredit: boolean;
  readonly reward: ChosenReward | undefined;
  readonly method: PayMethod | undefined;
  /** True when the server's quote is requested; the preview is always available. */
  readonly enabled: boolean;
}

export interface QuoteView {
  readonly quote: Quote;
  /** The server has confirmed this price. */
  readonly confirmed: boolean;
  /** A request is in flight. */
  readonly isLoading: boolean;
  readonly error: unknown;
  /** Reason why the server refused the reward code; the quote does not include it then. */
  readonly refusal: RewardRefusal | undefined;
  /** Reward code included in the quote. */
  readonly rewardCode: string | undefined;
  /** Replaces the shown quote by one from an answer. */
  readonly replace: (quote: Quote) => void;
  /** Refetches the quote, requested by the user. */
  readonly retry: () => void;
}

/** Returns the quote, computed locally first, then by the server. Refetched when the preview changes. */
export function useQuote({
  lines,
  profile,
  useStoreCredit,
  reward,
  method,
  enabled,
}: QuoteOptions): QuoteView {
  const client = useQueryClient();
  const rewardPercent = reward?.percent ?? 0;
  const { preview, plain } = useMemo(() => {
    const buyer = { profile, useStoreCredit };
    return {
      preview: previewQuote(lines, { ...buyer, rewardPercent }),
      plain: previewQuote(lines, buyer),
    };
  }, [lines, profile, useStoreCredit, rewardPercent]);
  const rewardCode = reward?.code;
  const body: QuoteRequest = {
    items: lines.map(({ item }) => item),
    useStoreCredit,
    ...(rewardCode === undefined ? {} : { rewardCode }),
    // Only crypto has limits of its own; the price is the same for all methods.
    ...(method === 'crypto' ? { method } : {}),
  };
  // The total may stay the same while goods or balances change, so it can't be the key alone.
  const goods = lines.map(({ pricing }) => pricing);
  const queryKey = ['checkout-quote', body, preview, goods, profile?.id ?? 0];
  const answer = useQuery({
    queryKey,
    queryFn: ({ signal }) => callApi(checkoutCalls.quote, { body, signal, limitMs: READ_MS }),
    enabled: enabled && lines.length > 0,
    staleTime: 0,
    gcTime: 60_000,
  });
  const refusal = rewardCode === undefined ? undefined : rewardRefusalOf(answer.error);
  return {
    quote: answer.data ?? (refusal ? plain : preview),
    confirmed: answer.data !== undefined,
    isLoading: answer.isFetching,
    error: refusal ? undefined : answer.error,
    refusal,
    rewardCode: refusal ? undefined : rewardCode,
    replace: (quote) => client.setQueryData(queryKey, quote),
    retry: () => void answer.refetch(),
  };
}
