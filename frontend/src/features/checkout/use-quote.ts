import type { AccountProfile, Quote, QuoteRequest } from '@pax/contracts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { requestJson } from '../../lib/fetcher';
import type { BasketLine } from './basket';
import { previewQuote } from './preview-quote';

interface QuoteOptions {
  readonly lines: readonly BasketLine[];
  readonly profile: AccountProfile | undefined;
  readonly useStoreCredit: boolean;
  /** Whether to ask the server; the preview is there in any case. */
  readonly enabled: boolean;
}

export interface QuoteView {
  readonly quote: Quote;
  /** The server has confirmed this price. */
  readonly confirmed: boolean;
  readonly error: unknown;
  /** Puts a quote that came with an answer in the place of the one shown. */
  readonly replace: (quote: Quote) => void;
}

/** Every step of the price: at once by the browser, then by the server. Asked anew whenever the preview changes. */
export function useQuote({ lines, profile, useStoreCredit, enabled }: QuoteOptions): QuoteView {
  const client = useQueryClient();
  const preview = useMemo(
    () => previewQuote(lines, profile, useStoreCredit),
    [lines, profile, useStoreCredit],
  );
  const body: QuoteRequest = { items: lines.map(({ item }) => item), useStoreCredit };
  const queryKey = ['checkout-quote', body, preview.total, profile?.id ?? 0];
  const answer = useQuery({
    queryKey,
    queryFn: ({ signal }) => requestJson<Quote>('/api/checkout/quote', { method: 'POST', body, signal }),
    enabled: enabled && lines.length > 0,
    staleTime: 0,
    gcTime: 60_000,
  });
  return {
    quote: answer.data ?? preview,
    confirmed: answer.data !== undefined,
    error: answer.error,
    replace: (quote) => client.setQueryData(queryKey, quote),
  };
}
