import { chakra } from '@chakra-ui/react/styled-system';
import type { StaffOrder } from '@pax/contracts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../../ui/components/base/button';
import { useCan, type PanelRight } from '../access/rights';
import { usePanelLang } from '../shared/german';
import { transitionsOf, type PanelTransition } from './order-transitions';
import { PaymentQuestion } from './payment-question';
import { ReasonField, saidReason } from './reason-field';
import { decisionsOf, usePaymentDecision, type PaymentDecision } from './use-payment-decision';

/** Two buttons of equal width per row; a longer one takes a row of its own. */
const Steps = chakra('div', {
  base: { display: 'flex', flexWrap: 'wrap', gap: '2', '& > *': { flex: '1 0 calc(50% - 4px)' } },
});

/** Focuses the reason field, which takes the place of the pressed button. */
const focusField = (field: HTMLInputElement | null): void => field?.focus();

interface OrderStepsProps {
  readonly order: StaffOrder;
  /** Absent in the archive, where no transition is possible. */
  readonly onTransition: ((transition: PanelTransition, reason?: string) => void) | undefined;
  /** The decision that is asked about now. */
  readonly asked: PaymentDecision | undefined;
  readonly onAsk: (decision: PaymentDecision | undefined) => void;
}

/** Tells whether the user may take any step with an order. */
export const hasSteps = (
  order: StaffOrder,
  can: (right: PanelRight) => boolean,
  inArchive: boolean,
): boolean =>
  (can('refund') && decisionsOf(order).length > 0) ||
  (!inArchive && can('move') && transitionsOf(order).length > 0);

/** The steps that staff can take with an order now. A decision about money replaces them with a confirmation. */
export function OrderSteps({ order, onTransition, asked, onAsk }: OrderStepsProps) {
  const { t } = useTranslation('admin');
  const lang = usePanelLang();
  const [reason, setReason] = useState<string>();
  const { decide, isPending } = usePaymentDecision(order);
  const can = useCan();
  const decisions = can('refund') ? decisionsOf(order) : [];
  const transitions = onTransition && can('move') ? transitionsOf(order) : [];
  const isMain = (step: PaymentDecision | PanelTransition) =>
    step === 'confirm' || step === 'complete' || step === 'archive';
  const ask = (decision: PaymentDecision) => (
    <Button
      key={decision}
      kind={isMain(decision) ? 'primary' : 'dangerQuiet'}
      size="lg"
      icon={decision === 'confirm' ? 'check' : undefined}
      loading={isPending}
      onClick={() => onAsk(decision)}
    >
      {t(`purchase.${decision}`)}
    </Button>
  );
  // Somebody else may have decided while the question stood here.
  if (asked !== undefined && decisions.includes(asked))
    return (
      <Steps lang={lang}>
        <PaymentQuestion
          decision={asked}
          onYes={(decided) => {
            onAsk(undefined);
            decide(decided);
          }}
          onNo={() => onAsk(undefined)}
        />
      </Steps>
    );
  return (
    <Steps lang={lang} role="group" aria-label={t('sheet.steps')}>
      {reason !== undefined && (
        <chakra.div flex="1 0 100%!">
          <ReasonField ref={focusField} value={reason} onChange={setReason} />
        </chakra.div>
      )}
      {decisions.filter(isMain).map(ask)}
      {transitions.map((transition) => (
        <Button
          key={transition}
          kind={isMain(transition) ? 'primary' : 'quiet'}
          size="lg"
          onClick={() => {
            setReason(undefined);
            onTransition?.(transition, saidReason(reason ?? ''));
          }}
        >
          {t(`moves.${transition}`)}
        </Button>
      ))}
      {decisions.filter((decision) => !isMain(decision)).map(ask)}
      {transitions.length > 0 && reason === undefined && (
        <Button kind="bare" size="lg" px="2" onClick={() => setReason('')}>
          {t('reasons.open')}
        </Button>
      )}
    </Steps>
  );
}
