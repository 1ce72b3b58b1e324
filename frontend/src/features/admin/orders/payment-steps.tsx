import { chakra } from '@chakra-ui/react/styled-system';
import type { Order } from '@pax/contracts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../../components/base/button';
import { Checkbox } from '../../../components/form/checkbox';
import { decisionsOf, usePaymentDecision, type PaymentDecision } from './use-payment-decision';

const Question = chakra('div', { base: { display: 'grid', gap: '2', flex: '1 0 100%' } });
const Answers = chakra('div', {
  base: { display: 'flex', flexWrap: 'wrap', gap: '2', '& > *': { flex: '1 0 auto' } },
});

const kindOf = (decision: PaymentDecision) => (decision === 'confirm' ? 'primary' : 'danger');

/** The safe answer takes the focus, which was on the button that made way for it. */
const focus = (button: HTMLButtonElement | null): void => button?.focus();

/** Decides about an order's money after asking once more: confirm, cancel, refund (OWN-481, OWN-98). */
export function PaymentSteps({ order }: { readonly order: Order }) {
  const { t } = useTranslation('admin');
  const [asked, setAsked] = useState<PaymentDecision>();
  const [restock, setRestock] = useState(false);
  const { decide, isPending } = usePaymentDecision(order);
  if (asked === undefined)
    return decisionsOf(order).map((decision) => (
      <Button
        key={decision}
        kind={kindOf(decision)}
        size="lg"
        icon={decision === 'confirm' ? 'check' : undefined}
        loading={isPending}
        onClick={() => setAsked(decision)}
      >
        {t(`purchase.${decision}`)}
      </Button>
    ));
  return (
    <Question role="group" aria-label={t(`purchase.${asked}`)}>
      <p id={`purchase-${order.id}`}>
        <strong>{t(`purchase.ask.${asked}`)}</strong> {t(`purchase.scope.${asked}`)}
      </p>
      {asked === 'refund' && (
        <Checkbox checked={restock} onChange={(event) => setRestock(event.target.checked)}>
          {t('purchase.restock')}
        </Checkbox>
      )}
      <Answers>
        <Button
          kind={kindOf(asked)}
          size="lg"
          onClick={() => {
            setAsked(undefined);
            decide({ decision: asked, restock });
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
