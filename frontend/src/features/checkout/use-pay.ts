import { useEffect, useState, type RefObject, useRef } from 'react';
import { fromDecimal, toDecimal, type PlaceCheckoutRequest, type Quote } from '@pax/contracts';
import { useQueryClient, type QueryClient, type QueryKey } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { HOLD_LIMITS, LOYALTY, PRODUCTS, PROFILE } from '../../lib/http/keys';
import type { PayMethod } from '../../lib/http/shop-info';
import { showToast } from '../../lib/browser/toast';
import type { CheckoutCartLine } from './checkout-cart';
import type { CheckoutFields } from './checkout-form';
import { checkoutProblemOf, type CheckoutProblem } from './checkout-problem';
import { placeCheckout, type PlacedCheckout } from './place-checkout';
import type { QuoteView } from './use-quote';

/** Time without a response after which the dialog offers a retry, ms. */
const SLOW_MS = 8_000;

export type PayPhase = 'idle' | 'sending' | 'leaving';

/** State of a payment attempt; `slow` when its answer takes long. */
export function usePayPhase(attemptRef: RefObject<unknown>) {
  // A new object per change, so that idle → idle also triggers effects.
  const [state, setState] = useState<{ readonly phase: PayPhase }>({ phase: 'idle' });
  const [slow, setSlow] = useState(false);

  // Restored from the back/forward cache: resets the dialog.
  useEffect(() => {
    const reset = () => setState({ phase: 'idle' });
    addEventListener('pageshow', reset);
    return () => removeEventListener('pageshow', reset);
  }, []);

  // Cleared in an effect, because a double click must still find the first attempt.
  useEffect(() => {
    if (state.phase === 'idle') attemptRef.current = undefined;
  }, [state, attemptRef]);

  useEffect(() => {
    if (state.phase !== 'sending') return undefined;
    const timer = setTimeout(() => setSlow(true), SLOW_MS);
    return () => {
      clearTimeout(timer);
      setSlow(false);
    };
  }, [state]);

  const setPhase = (phase: PayPhase) => setState({ phase });
  return { phase: state.phase, setPhase, slow };
}

/** An order that was placed without leaving the shop. */
export interface PlacedOrder {
  readonly checkout: string;
  /** The order's page in the shop. */
  readonly href: string;
  /** The partner's page where crypto is paid. */
  readonly partner?: string;
}

/** The lines with the pieces that the buyer agrees to buy. */
interface AgreedLines {
  readonly agreed: () => readonly CheckoutCartLine[];
  /** Accepts the pieces of a quote that the buyer sees. */
  readonly agree: (quote: Quote) => void;
}

/** Keeps the pieces as they were when the dialog opened, because a product may change while the buyer types. */
export function useAgreedLines(lines: readonly CheckoutCartLine[], open: boolean): AgreedLines {
  const pieces = useRef(new Map<number, string>());
  useEffect(() => {
    if (!open) pieces.current.clear();
    else for (const { id, shown } of lines) pieces.current.set(id, pieces.current.get(id) ?? shown);
  }, [lines, open]);
  return {
    agreed: () => lines.map((line) => ({ ...line, shown: pieces.current.get(line.id) ?? line.shown })),
    agree: (quote) =>
      quote.lines.forEach(({ id, shown }) => shown !== undefined && pieces.current.set(id, shown)),
  };
}

interface PayOptions {
  readonly lines: AgreedLines;
  readonly view: QuoteView;
  readonly useStoreCredit: boolean;
  /** Called when a checkout was placed, with its lines. */
  readonly onPlaced: (checkout: string, lines: PlaceCheckoutRequest['items']) => void;
  readonly onDone: (order: PlacedOrder) => void;
  /** Navigates to the provider's page. */
  readonly onLeave: (href: string) => void;
  /** Called when the session has ended. */
  readonly onSignIn: () => void;
}

export interface Pay {
  /** True from the click until the provider's page loads or the call fails. */
  readonly busy: boolean;
  /** True when there has been no answer for a while. */
  readonly slow: boolean;
  readonly problem: CheckoutProblem | undefined;
  readonly dismissProblem: () => void;
  readonly pay: (fields: CheckoutFields, method: PayMethod) => void;
  /** Pays again for goods that were paid within the hour, after the buyer confirmed. */
  readonly payAgain: () => void;
  /** Retries; the server finds a checkout already placed. */
  readonly retry: () => void;
  /** Aborts, so that a late response does not navigate away from a closed dialog. */
  readonly stop: () => void;
}

/** A tab opened by the click, still without an address. */
interface PartnerTab {
  readonly go: (href: string) => void;
  readonly close: () => void;
}

/**
 * Opens a tab synchronously, because browsers block later ones; undefined when blocked.
 * @param waiting text shown until the address is known
 */
function openPartnerTab(waiting: string): PartnerTab | undefined {
  const tab = globalThis.open('', '_blank');
  if (!tab) return undefined;
  // The partner's page must not reach back into the shop.
  tab.opener = null;
  tab.document.title = waiting;
  tab.document.body.textContent = waiting;
  return { go: (href) => tab.location.replace(href), close: () => tab.close() };
}

interface PayInput {
  readonly method: PayMethod;
  readonly body: PlaceCheckoutRequest;
  readonly tab: PartnerTab | undefined;
}

/** Places the checkout at most once per attempt and reports problems. */
export function usePay(options: PayOptions): Pay {
  const { lines, view, useStoreCredit } = options;
  const { t } = useTranslation('checkout');
  const attempt = useRef<{ readonly input: PayInput; readonly abort: AbortController }>(undefined);
  const asked = useRef<PayInput>(undefined);
  const { phase, setPhase, slow } = usePayPhase(attempt);
  const [problem, setProblem] = useState<CheckoutProblem>();
  const { succeed, fail } = usePayResult(options, setPhase, setProblem);

  const tabFor = (method: PayMethod): PartnerTab | undefined =>
    method === 'crypto' && Number(view.quote.total) > 0 ? openPartnerTab(t('pay.partnerWaiting')) : undefined;

  const send = async (input: PayInput) => {
    const own = { input, abort: new AbortController() };
    attempt.current = own;
    asked.current = input;
    setPhase('sending');
    setProblem(undefined);
    try {
      const placed = await placeCheckout(input.method, input.body, own.abort.signal);
      if (attempt.current === own) succeed(placed, input);
    } catch (error) {
      if (attempt.current === own) fail(error, input);
    }
  };

  return {
    busy: phase !== 'idle',
    slow,
    problem,
    dismissProblem: () => setProblem(undefined),
    pay(fields, method) {
      if (attempt.current) return;
      void send({
        method,
        tab: tabFor(method),
        body: toPlacement(fields, lines.agreed(), view, useStoreCredit),
      });
    },
    payAgain() {
      if (attempt.current || !asked.current) return;
      const { method, body } = asked.current;
      void send({ method, tab: tabFor(method), body: { ...body, repeat: 'allow' } });
    },
    retry() {
      if (!attempt.current) return;
      attempt.current.abort.abort();
      void send(attempt.current.input);
    },
    stop() {
      attempt.current?.abort.abort();
      attempt.current?.input.tab?.close();
      attempt.current = undefined;
      setPhase('idle');
      setProblem(undefined);
    },
  };
}

/** Submits a hidden form to the provider's page. */
function submitForm(action: string, fields: Readonly<Record<string, string>>): void {
  const form = document.createElement('form');
  form.method = 'POST';
  form.action = action;
  form.hidden = true;
  for (const [name, value] of Object.entries(fields)) {
    const field = document.createElement('input');
    Object.assign(field, { type: 'hidden', name, value });
    form.append(field);
  }
  document.body.append(form);
  // Not form.submit(): a field named "submit" would shadow it.
  HTMLFormElement.prototype.submit.call(form);
}

/** Handlers that apply an answer or a failure to the dialog. */
function usePayResult(
  { lines, view, onPlaced, onDone, onLeave, onSignIn }: PayOptions,
  setPhase: (phase: PayPhase) => void,
  setProblem: (problem: CheckoutProblem) => void,
) {
  const { t } = useTranslation('checkout');
  const client = useQueryClient();

  const fail = (error: unknown, { method, tab, body }: PayInput) => {
    setPhase('idle');
    tab?.close();
    const found = checkoutProblemOf(error, withPieces(view.quote, body.items));
    if (found.kind === 'signIn') return onSignIn();
    if (found.kind === 'provider' || found.kind === 'offline')
      showToast({
        title: t('notice.payment'),
        description: t(`notice.paymentText.${method}`),
        kind: 'error',
      });
    if (found.kind === 'price') {
      view.replace(found.quote);
      lines.agree(found.quote);
    }
    refetchStale(client, found.kind);
    setProblem(found);
  };

  const succeed = (placed: PlacedCheckout | undefined, input: PayInput) => {
    if (!placed) return fail(undefined, input);
    const { checkout, destination } = placed;
    const { method, tab } = input;
    onPlaced(checkout, input.body.items);
    if (destination.kind === 'page' && method === 'crypto') {
      tab?.go(destination.href);
      setPhase('idle');
      const href = `/payment-success?checkout=${encodeURIComponent(checkout)}`;
      return onDone({ checkout, href, partner: destination.href });
    }
    tab?.close();
    if (destination.kind === 'shop') {
      setPhase('idle');
      return onDone({ checkout, href: destination.href });
    }
    setPhase('leaving');
    if (destination.kind === 'form') submitForm(destination.action, destination.fields);
    else onLeave(destination.href);
  };
  return { succeed, fail };
}

/** Queries that are outdated after a refusal. */
const STALE_AFTER: { readonly [K in CheckoutProblem['kind']]?: readonly QueryKey[] } = {
  price: [PROFILE, PRODUCTS],
  refused: [PROFILE],
  soldOut: [PRODUCTS],
  gone: [PRODUCTS],
  limit: [HOLD_LIMITS],
  reward: [LOYALTY],
};

/** Refetches the queries that are outdated after a refusal. */
function refetchStale(client: QueryClient, kind: CheckoutProblem['kind']): void {
  for (const queryKey of STALE_AFTER[kind] ?? []) void client.invalidateQueries({ queryKey });
}

/** A quote with the pieces that were sent, for comparison. */
const withPieces = (quote: Quote, items: PlaceCheckoutRequest['items']): Quote => ({
  ...quote,
  lines: quote.lines.map((line) => ({ ...line, shown: items.find(({ id }) => id === line.id)?.shown })),
});

function toPlacement(
  { inGameName, discordName }: CheckoutFields,
  lines: readonly CheckoutCartLine[],
  { quote, rewardCode }: QuoteView,
  useStoreCredit: boolean,
): PlaceCheckoutRequest {
  return {
    amount: quote.total,
    balanceUsed: toDecimal(fromDecimal(quote.storeCreditUsed) + fromDecimal(quote.referralBonusUsed)),
    items: lines.map(({ item, shown }) => ({ ...item, shown })),
    inGameName: inGameName.trim(),
    discordName: discordName.trim(),
    useStoreCredit,
    ...(rewardCode === undefined ? {} : { rewardCode }),
    consent: true,
    repeat: 'ask',
  };
}
