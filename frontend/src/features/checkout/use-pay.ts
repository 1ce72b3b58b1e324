import type { PlaceCheckoutRequest } from '@pax/contracts';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { HOLD_LIMITS, LOYALTY, PRODUCTS, PROFILE } from '../../lib/http/keys';
import type { PayMethod } from '../../lib/http/payment-methods';
import { showToast } from '../../lib/ui/toast';
import type { BasketLine } from './basket';
import type { CheckoutFields } from './checkout-form';
import { problemOf, type CheckoutProblem } from './checkout-problem';
import { openPartnerTab, type PartnerTab } from './partner-tab';
import { placeCheckout, type Placed } from './place-checkout';
import { submitForm } from './submit-form';
import type { QuoteView } from './use-quote';

/** Time without a response after which the dialog offers a retry, ms. */
export const SLOW_MS = 8_000;

/** An order that was placed without leaving the shop. */
export interface DoneOrder {
  readonly checkout: string;
  /** Its page in the shop. */
  readonly href: string;
  /** The partner's page where crypto is paid. */
  readonly partner?: string;
}

interface PayOptions {
  readonly lines: readonly BasketLine[];
  readonly view: QuoteView;
  readonly useStoreCredit: boolean;
  readonly onDone: (order: DoneOrder) => void;
  /** Goes to the provider's page. */
  readonly onLeave: (href: string) => void;
  /** The session has ended. */
  readonly onSignIn: () => void;
}

export interface Pay {
  /** From the click until the provider's page is there or the call has failed. */
  readonly busy: boolean;
  /** No answer for a while. */
  readonly slow: boolean;
  readonly problem: CheckoutProblem | undefined;
  readonly solved: () => void;
  readonly pay: (fields: CheckoutFields, method: PayMethod) => void;
  /** Retries; the server finds a checkout already placed (OWN-71). */
  readonly again: () => void;
  /** Aborts, so that a late response does not navigate away from a closed dialog. */
  readonly stop: () => void;
}

interface PayInput {
  readonly method: PayMethod;
  readonly body: PlaceCheckoutRequest;
  readonly tab: PartnerTab | undefined;
}

/** A new object per change, so that idle → idle also triggers effects. */
interface PayPhase {
  readonly at: 'idle' | 'sending' | 'leaving';
}

/** Places the checkout at most once per attempt and reports problems. */
export function usePay({ lines, view, useStoreCredit, onDone, onLeave, onSignIn }: PayOptions): Pay {
  const { t } = useTranslation('checkout');
  const client = useQueryClient();
  const attempt = useRef<{ readonly input: PayInput; readonly abort: AbortController }>(undefined);
  const [phase, setPhase] = useState<PayPhase>({ at: 'idle' });
  const [slow, setSlow] = useState(false);
  const [problem, setProblem] = useState<CheckoutProblem>();
  const { quote, rewardCode } = view;

  // Restored from the back/forward cache: resets the dialog.
  useEffect(() => {
    const reset = () => setPhase({ at: 'idle' });
    addEventListener('pageshow', reset);
    return () => removeEventListener('pageshow', reset);
  }, []);

  // Cleared in an effect, because a double click must still find the first attempt.
  useEffect(() => {
    if (phase.at === 'idle') attempt.current = undefined;
  }, [phase]);

  useEffect(() => {
    if (phase.at !== 'sending') return undefined;
    const timer = setTimeout(() => setSlow(true), SLOW_MS);
    return () => {
      clearTimeout(timer);
      setSlow(false);
    };
  }, [phase]);

  const fail = (error: unknown, { method, tab }: PayInput) => {
    setPhase({ at: 'idle' });
    tab?.close();
    const found = problemOf(error, quote);
    if (found.kind === 'signIn') return onSignIn();
    if (found.kind === 'provider' || found.kind === 'offline')
      showToast({
        title: t('notice.payment'),
        description: t(`notice.paymentText.${method}`),
        kind: 'error',
      });
    if (found.kind === 'price') view.replace(found.quote);
    if (found.kind === 'price' || found.kind === 'refused')
      void client.invalidateQueries({ queryKey: PROFILE });
    if (found.kind === 'price' || found.kind === 'soldOut' || found.kind === 'gone')
      void client.invalidateQueries({ queryKey: PRODUCTS });
    if (found.kind === 'limit') void client.invalidateQueries({ queryKey: HOLD_LIMITS });
    if (found.kind === 'reward') void client.invalidateQueries({ queryKey: LOYALTY });
    setProblem(found);
  };

  const succeed = (placed: Placed | undefined, input: PayInput) => {
    if (!placed) return fail(undefined, input);
    const { checkout, destination } = placed;
    const { method, tab } = input;
    if (destination.kind === 'page' && method === 'crypto') {
      tab?.go(destination.href);
      setPhase({ at: 'idle' });
      const href = `/payment-success?checkout=${encodeURIComponent(checkout)}`;
      return onDone({ checkout, href, partner: destination.href });
    }
    tab?.close();
    if (destination.kind === 'shop') {
      setPhase({ at: 'idle' });
      return onDone({ checkout, href: destination.href });
    }
    setPhase({ at: 'leaving' });
    if (destination.kind === 'form') submitForm(destination.action, destination.fields);
    else onLeave(destination.href);
  };

  const send = async (input: PayInput) => {
    const own = { input, abort: new AbortController() };
    attempt.current = own;
    setPhase({ at: 'sending' });
    setProblem(undefined);
    try {
      const placed = await placeCheckout(input.method, input.body, own.abort.signal);
      if (attempt.current === own) succeed(placed, input);
    } catch (error) {
      if (attempt.current === own) fail(error, input);
    }
  };

  return {
    busy: phase.at !== 'idle',
    slow,
    problem,
    solved: () => setProblem(undefined),
    pay({ inGameName, discordName }, method) {
      if (attempt.current) return;
      const isPartners = method === 'crypto' && Number(quote.total) > 0;
      void send({
        method,
        tab: isPartners ? openPartnerTab(t('pay.partnerWaiting')) : undefined,
        body: {
          amount: quote.total,
          items: lines.map(({ item }) => item),
          inGameName: inGameName.trim(),
          discordName: discordName.trim(),
          useStoreCredit,
          ...(rewardCode === undefined ? {} : { rewardCode }),
          consent: true,
        },
      });
    },
    again() {
      if (!attempt.current) return;
      attempt.current.abort.abort();
      void send(attempt.current.input);
    },
    stop() {
      attempt.current?.abort.abort();
      attempt.current?.input.tab?.close();
      attempt.current = undefined;
      setPhase({ at: 'idle' });
      setProblem(undefined);
    },
  };
}
