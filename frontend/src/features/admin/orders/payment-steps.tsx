import { chakra } from '@chakra-ui/react/styled-system';
import type { Order } from '@pax/contracts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../../components/base/button';
import { usePaymentDecision, type PaymentDecision } from './use-payment-decision';

const Question = chakra('div', { base: { display: 'grid', gap: '2', flex: '1 0 100%' } });
const Answers = chakra('div', {
  base: { display: 'flex', flexWrap: 'wrap', gap: '2', '& > *': { flex: '1 0 auto' } },
});

/** The safe answer takes the focus, which was on the button that made way for it. */
const focus = (button: HTMLButtonElement | null): void => button?.focus();

/** Confirms the payment of an unconfirmed order's purchase or cancels it, after asking once more (OWN-481). */
export function PaymentSteps({ order }: { readonly order: Order }) {
  const { t } = useTranslation('admin');
  const [asked, setAsked] = useState<PaymentDecision>();
  const { decide, isPending } = usePaymentDecision(order);
  if (asked === undefined)
    return (
      <>
        <Button kind="primary" size="lg" icon="check" loading={isPending} onClick={() => setAsked('confirm')}>
          {t('purchase.confirm')}
        </Button>
        <Button kind="danger" size="lg" disabled={isPending} onClick={() => setAsked('cancel')}>
          {t('purchase.cancel')}
        </Button>
      </>
    );
  return (
    <Question role="group" aria-label={t(`purchase.${asked}`)}>
      <p id={`purchase-${order.id}`}>
        <strong>{t(`purchase.ask.${asked}`)}</strong> {t('purchase.scope')}
      </p>
      <Answers>
        <Button
          kind={asked === 'confirm' ? 'primary' : 'danger'}
          size="lg"
          onClick={() => {
            setAsked(undefined);
            decide(asked);
          }}
        >
          {t(`purchase.yes.${asked}`)}
        </Button>
        <Button
          ref={focus}
          size="lg"
          aria-describedby={`purchase-${order.id}`}
          onClick={() => setAsked(undefined)}
        >
          {t('purchase.no')}
        </Button>
      </Answers>
    </Question>
  );
}
