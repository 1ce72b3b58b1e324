import { fromDecimal, type PlacedAnswer } from '@pax/contracts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { tell } from '../../lib/tell';
import { PRODUCTS, PROFILE } from '../../lib/api/keys';
import type { BasketLine } from './basket';
import type { CheckoutFields } from './checkout-form';
import { problemOf, type CheckoutProblem } from './checkout-problem';
import { destinationOf, payByCard } from './pay-by-card';
import type { QuoteView } from './use-quote';

interface PayOptions {
  readonly lines: readonly BasketLine[];
  readonly view: QuoteView;
  readonly useStoreCredit: boolean;
  /** Nothing is to be paid: the order is placed, the page of the shop shows it. */
  readonly onDone: (placed: PlacedAnswer, href: string) => void;
  /** Goes to the provider's page. */
  readonly onLeave: (href: string) => void;
  /** The session has ended. */
  readonly onSignIn: () => void;
}

export interface Pay {
  /** From the click until the provider's page is there or the call has failed. */
  readonly busy: boolean;
  readonly problem: CheckoutProblem | undefined;
  readonly solved: () => void;
  readonly pay: (fields: CheckoutFields) => void;
}

/** Places the checkout, once however often one clicks, and tells what stands in the way. */
export function usePay({ lines, view, useStoreCredit, onDone, onLeave, onSignIn }: PayOptions): Pay {
  const { t } = useTranslation('checkout');
  const client = useQueryClient();
  const sending = useRef(false);
  const [leaving, setLeaving] = useState(false);
  const [problem, setProblem] = useState<CheckoutProblem>();
  const total = view.quote.total;

  // Back from the provider's page by the browser's button: the dialog is alive again.
  useEffect(() => {
    const revive = () => {
      sending.current = false;
      setLeaving(false);
    };
    addEventListener('pageshow', revive);
    return () => removeEventListener('pageshow', revive);
  }, []);

  const paymentError = () =>
    tell({ title: t('notice.payment'), description: t('notice.paymentText'), kind: 'error' });

  const failed = (error: unknown) => {
    sending.current = false;
    const found = problemOf(error, fromDecimal(total));
    if (found.kind === 'signIn') return onSignIn();
    if (found.kind === 'provider') paymentError();
    if (found.kind === 'price') {
      view.replace(found.quote);
      void client.invalidateQueries({ queryKey: PROFILE });
    }
    if (found.kind === 'price' || found.kind === 'soldOut' || found.kind === 'gone')
      void client.invalidateQueries({ queryKey: PRODUCTS });
    setProblem(found);
  };

  const placing = useMutation({
    mutationFn: ({ inGameName, discordName }: CheckoutFields) =>
      payByCard({
        amount: total,
        items: lines.map(({ item }) => item),
        inGameName: inGameName.trim(),
        discordName: discordName.trim(),
        useStoreCredit,
        consent: true,
      }),
    onError: failed,
    onSuccess: (placed) => {
      const destination = destinationOf(placed);
      if (!destination) return failed(undefined);
      if (destination.inside) {
        sending.current = false;
        onDone(placed, destination.href);
      } else {
        setLeaving(true);
        onLeave(destination.href);
      }
    },
  });

  return {
    busy: placing.isPending || leaving,
    problem,
    solved: () => setProblem(undefined),
    pay(fields) {
      if (sending.current) return;
      sending.current = true;
      setProblem(undefined);
      placing.mutate(fields);
    },
  };
}
