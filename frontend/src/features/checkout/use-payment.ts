import { useEffect, useState, type RefObject, useRef } from 'react';
import {
  parseDecimalToCents,
  formatCentsAsDecimal,
  type PlaceCheckoutRequest,
  type Quote,
} from '@pax/contracts';
import { useQueryClient, type QueryClient, type QueryKey } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { HOLD_LIMITS, LOYALTY, PRODUCTS, PROFILE } from '../../lib/http/query-keys';
import type { PayMethod } from '../../lib/http/shop-info';
import { showToast } from '../../lib/browser/toast';
import type { CheckoutCartLine } from './checkout-cart';
import type { CheckoutFields } from './checkout-form';
import { checkoutProblemOf, type CheckoutProblem } from './checkout-problem';
import { placeCheckout, type PlacedCheckout } from './place-checkout';
import type { QuoteView } from './use-quote';

/** Time without an answer after which the dialog offers a retry, ms. */
const SLOW_MS = 8_000;

export type PayPhase = 'idle' | 'sending' | 'leaving';

/** State of a payment attempt; `slow` is true when the answer takes long. */
export function usePaymentPhase(attemptRef: RefObject<unknown>) {
  // The state is a new object per change, so that effects also run when idle is set while already idle.
  const [state, setState] = useState<{ readonly phase: PayPhase }>({ phase: 'idle' });
  const [slow, setSlow] = useState(false);

  // The dialog is reset when the browser restores the page from its back/forward cache.
  useEffect(() => {
    const resetPhase = () => setState({ phase: 'idle' });
    addEventListener('pageshow', resetPhase);
    return () => removeEventListener('pageshow', resetPhase);
  }, []);

  // The attempt is cleared in an effect instead of at once, so that a double click still finds the first attempt.
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

/** Order that was placed without leaving the shop. */
export interface PlacedOrder {
  readonly checkout: string;
  /** Address of the order's page in the shop. */
  readonly href: string;
  /** Address of the partner's page where the buyer pays with crypto. */
  readonly partner?: string;
}

/** The lines with the description of each piece to which the buyer agreed. */
interface AgreedLines {
  readonly agreed: () => readonly CheckoutCartLine[];
  /** Records that the buyer has seen the pieces of this quote. */
  readonly agree: (quote: Quote) => void;
}

/**
 * Remembers how each piece was described when the dialog opened, because a product may change while the buyer types.
 */
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
  /** Called with reference and lines of a checkout after the server accepted it. */
  readonly onPlaced: (checkout: string, lines: PlaceCheckoutRequest['items']) => void;
  readonly onDone: (order: PlacedOrder) => void;
  /** Navigates the browser to the provider's payment page. */
  readonly onLeave: (href: string) => void;
  /** Called when the session has ended, so that the user has to sign in. */
  readonly onSignIn: () => void;
}

export interface Pay {
  /** True from the click until the provider's page loads or the call fails. */
  readonly busy: boolean;
  /** True when the answer takes longer than usual. */
  readonly slow: boolean;
  readonly problem: CheckoutProblem | undefined;
  readonly dismissProblem: () => void;
  readonly startPayment: (fields: CheckoutFields, method: PayMethod) => void;
  /** Pays again for goods that were paid within the hour, after the buyer confirmed the repeat. */
  readonly payAgain: () => void;
  /** Sends the payment again; a checkout that was already placed is found by the server, so nothing is bought twice. */
  readonly retryPayment: () => void;
  /** Aborts the payment attempt, so that a late answer does not navigate away after the dialog was closed. */
  readonly abortPayment: () => void;
}

/** New tab that the click opened; its address follows with the server's answer. */
interface PartnerTab {
  readonly go: (href: string) => void;
  readonly close: () => void;
}

/**
 * Opens a tab at once, because browsers block tabs that are opened later; undefined if it was blocked.
 *
 * @param waiting text shown until the address is known
 */
function openPartnerTab(waiting: string): PartnerTab | undefined {
  const tab = globalThis.open('', '_blank');
  if (!tab) return undefined;
  // `opener` is removed, so that the partner's page cannot control the shop's tab.
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

/** Places the checkout at most once per attempt, and returns the problem if it fails. */
export function usePayment(options: PayOptions): Pay {
  const { lines, view, useStoreCredit } = options;
  const { t } = useTranslation('checkout');
  const attempt = useRef<{ readonly input: PayInput; readonly abort: AbortController }>(undefined);
  const asked = useRef<PayInput>(undefined);
  const { phase, setPhase, slow } = usePaymentPhase(attempt);
  const [problem, setProblem] = useState<CheckoutProblem>();
  const { succeed, fail } = usePaymentResultHandlers(options, setPhase, setProblem);

  const openTabFor = (method: PayMethod): PartnerTab | undefined =>
    method === 'crypto' && Number(view.quote.total) > 0 ? openPartnerTab(t('pay.partnerWaiting')) : undefined;

  const sendPayment = async (input: PayInput) => {
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
    startPayment(fields, method) {
      if (attempt.current) return;
      void sendPayment({
        method,
        tab: openTabFor(method),
        body: toPlaceCheckoutRequest(fields, lines.agreed(), view, useStoreCredit),
      });
    },
    payAgain() {
      if (attempt.current || !asked.current) return;
      const { method, body } = asked.current;
      void sendPayment({ method, tab: openTabFor(method), body: { ...body, repeat: 'allow' } });
    },
    retryPayment() {
      if (!attempt.current) return;
      attempt.current.abort.abort();
      void sendPayment(attempt.current.input);
    },
    abortPayment() {
      attempt.current?.abort.abort();
      attempt.current?.input.tab?.close();
      attempt.current = undefined;
      setPhase('idle');
      setProblem(undefined);
    },
  };
}

/** Submits a hidden form that leads to the provider's page. */
function submitProviderForm(action: string, fields: Readonly<Record<string, string>>): void {
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
  // The prototype's method is called, because a field named "submit" would hide the form's own.
  HTMLFormElement.prototype.submit.call(form);
}

/** Returns handlers that show the result or the failure of a payment in the dialog. */
function usePaymentResultHandlers(
  { lines, view, onPlaced, onDone, onLeave, onSignIn }: PayOptions,
  setPhase: (phase: PayPhase) => void,
  setProblem: (problem: CheckoutProblem) => void,
) {
  const { t } = useTranslation('checkout');
  const client = useQueryClient();

  const showPaymentFailure = (error: unknown, { method, tab, body }: PayInput) => {
    setPhase('idle');
    tab?.close();
    const found = checkoutProblemOf(error, addSentPieces(view.quote, body.items));
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
    refetchStaleQueries(client, found.kind);
    setProblem(found);
  };

  const continueAfterPayment = (placed: PlacedCheckout | undefined, input: PayInput) => {
    if (!placed) return showPaymentFailure(undefined, input);
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
    if (destination.kind === 'form') submitProviderForm(destination.action, destination.fields);
    else onLeave(destination.href);
  };
  return { succeed: continueAfterPayment, fail: showPaymentFailure };
}

/** Queries that a refusal proves outdated, by kind of problem. */
const STALE_AFTER: { readonly [K in CheckoutProblem['kind']]?: readonly QueryKey[] } = {
  price: [PROFILE, PRODUCTS],
  refused: [PROFILE],
  soldOut: [PRODUCTS],
  gone: [PRODUCTS],
  limit: [HOLD_LIMITS],
  reward: [LOYALTY],
};

/** Refetches the queries that a refusal proved outdated. */
function refetchStaleQueries(client: QueryClient, kind: CheckoutProblem['kind']): void {
  for (const queryKey of STALE_AFTER[kind] ?? []) void client.invalidateQueries({ queryKey });
}

/** Adds the pieces that were sent to a quote, so that it can be compared with the server's. */
const addSentPieces = (quote: Quote, items: PlaceCheckoutRequest['items']): Quote => ({
  ...quote,
  lines: quote.lines.map((line) => ({ ...line, shown: items.find(({ id }) => id === line.id)?.shown })),
});

function toPlaceCheckoutRequest(
  { inGameName, discordName }: CheckoutFields,
  lines: readonly CheckoutCartLine[],
  { quote, rewardCode }: QuoteView,
  useStoreCredit: boolean,
): PlaceCheckoutRequest {
  return {
    amount: quote.total,
    balanceUsed: formatCentsAsDecimal(
      parseDecimalToCents(quote.storeCreditUsed) + parseDecimalToCents(quote.referralBonusUsed),
    ),
    items: lines.map(({ item, shown }) => ({ ...item, shown })),
    inGameName: inGameName.trim(),
    discordName: discordName.trim(),
    useStoreCredit,
    ...(rewardCode === undefined ? {} : { rewardCode }),
    consent: true,
    repeat: 'ask',
  };
}
