import {
  parseDecimalToCents,
  computePoints,
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
import { QUOTES } from '../../lib/http/query-keys';
import type { PayMethod } from '../../lib/http/shop-info';
import { READ_MS } from '../../lib/http/time-limit';
import { rewardRefusalOf, type RewardRefusal } from './checkout-problem';

interface Buyer {
  /** Profile of the signed-in buyer; undefined for a visitor. */
  readonly profile: AccountProfile | undefined;
  readonly useStoreCredit: boolean;
  /** Percent off by a reward code; 0 without one. */
  readonly rewardPercent?: number;
}

/** Returns the discounts of the buyer for the price; none for a visitor. */
function priceTermsOf({ profile, useStoreCredit, rewardPercent = 0 }: Buyer): PriceTerms {
  if (!profile) return VISITOR_TERMS;
  return {
    referred: profile.appliedReferralCode !== null,
    tierPercent: profile.permanentDiscount,
    rewardPercent,
    useStoreCredit,
    creditCents: parseDecimalToCents(profile.storeCredit),
    bonusCents: parseDecimalToCents(profile.referralBonus),
  };
}

/** Computes the quote in the browser with the server's function, until the server's answer replaces it. */
export function previewQuote(lines: readonly CheckoutCartLine[], buyer: Buyer): Quote {
  const terms = priceTermsOf(buyer);
  const priced = priceCart(
    lines.map(({ pricing }) => pricing),
    terms,
  );
  return toQuote(
    lines,
    priced,
    terms,
    computePoints(priced.total, buyer.profile?.membershipTier ?? 'bronze'),
  );
}

/** Reward code that the buyer chose. */
export interface ChosenReward {
  readonly code: string;
  /** Percent off by the reward code; 0 if only the server knows it. */
  readonly percent: number;
}

interface QuoteOptions {
  readonly lines: readonly CheckoutCartLine[];
  readonly profile: AccountProfile | undefined;
  readonly useStoreCredit: boolean;
  readonly reward: ChosenReward | undefined;
  readonly method: PayMethod | undefined;
  /** True when the quote is requested from the server too; the one computed in the browser is always available. */
  readonly enabled: boolean;
}

export interface QuoteView {
  readonly quote: Quote;
  /** True once the server has confirmed the price. */
  readonly confirmed: boolean;
  /** True while a request for the quote is running. */
  readonly isLoading: boolean;
  readonly error: unknown;
  /** Reason why the server refused the reward code, which is then left out of the quote. */
  readonly refusal: RewardRefusal | undefined;
  /** Reward code that is included in the quote. */
  readonly rewardCode: string | undefined;
  /** Replaces the shown quote by a newer one from the server. */
  readonly replace: (quote: Quote) => void;
  /** Requests the quote again, when the user asks for it. */
  readonly retry: () => void;
}

/** Returns the quote: computed in the browser first, then the server's, asked again when the browser's changes. */
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
    // Only crypto is sent, because it has hold limits of its own; the price is the same for all methods.
    ...(method === 'crypto' ? { method } : {}),
  };
  // The query key contains goods and balances besides the total, because they may change while the total stays the
  // same.
  const goods = lines.map(({ pricing }) => pricing);
  const queryKey = [...QUOTES, body, preview, goods, profile?.id ?? 0];
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
