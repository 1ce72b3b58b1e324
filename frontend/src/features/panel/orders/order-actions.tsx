import { REASON_LENGTH, refundCalls, type RefundPreview, type StaffOrder } from '@pax/contracts';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { type Ref, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { chakra } from '@chakra-ui/react/styled-system';
import { TextField } from '../../../ui/components/form/field';
import { Button } from '../../../ui/components/base/button';
import { Checkbox } from '../../../ui/components/form/checkbox';
import { callApi, queryKeyFor } from '../../../lib/http/call-api';
import { formatDecimal } from '../../../lib/values/format';
import { createAmountTexts, parsePrice } from '../shared/amount-parsers';
import {
  type ConfirmedDecision,
  type PaymentDecision,
  allowedDecisionsOf,
  usePaymentDecision,
  useSeenOrderVersion,
} from './use-payment-decision';
import { useHasRight, type PanelRight } from '../access/rights';
import { usePanelLanguage } from '../shared/panel-language';
import { allowedTransitionsOf, type PanelTransition } from './pending-transitions';

interface ReasonFieldProps {
  readonly value: string;
  readonly onChange: (text: string) => void;
  readonly ref?: Ref<HTMLInputElement>;
}

/** Optional text field in which staff give the reason for a change of an order. */
function ReasonField({ value, onChange, ref }: ReasonFieldProps) {
  const { t } = useTranslation('admin');
  return (
    <TextField
      ref={ref}
      label={t('reasons.label')}
      hint={t('reasons.hint')}
      maxLength={REASON_LENGTH}
      autoComplete="off"
      value={value}
      onChange={(event) => onChange(event.target.value)}
    />
  );
}

/** Returns the reason in the form in which calls send it: trimmed, or undefined when empty. */
const normaliseReason = (typed: string): string | undefined => typed.trim() || undefined;

const Question = chakra('div', { base: { display: 'grid', gap: '3', flex: '1 0 100%' } });
const Answers = chakra('div', {
  base: { display: 'flex', flexWrap: 'wrap', gap: '2', '& > *': { flex: '1 0 auto' } },
});

/** Focuses the button that changes nothing, because the button pressed before has disappeared. */
const focusButton = (button: HTMLButtonElement | null): void => button?.focus();

/** Kinds of money that a refund returns, in the order in which the text names them. */
const SUMS = ['cash', 'storeCredit', 'bonus'] as const;

interface RefundSumsProps {
  readonly order: StaffOrder;
  /** Typed amount as calls send it; undefined if the full remaining amount is refunded. */
  readonly amount: string | undefined;
}

/** Text with the amounts that a refund would return, as computed by the server. */
function RefundSums({ order: { id, version }, amount }: RefundSumsProps) {
  const { t } = useTranslation('admin');
  const { data, isPlaceholderData } = useQuery({
    queryKey: [...queryKeyFor(refundCalls.refundPreview, { id }), version, amount],
    queryFn: ({ signal }) =>
      callApi(refundCalls.refundPreview, { params: { id }, query: { amount }, signal }),
    placeholderData: keepPreviousData,
    gcTime: 0,
  });
  const formatReturnedSums = (goesBack: NonNullable<RefundPreview['goesBack']>): string => {
    const sums = SUMS.filter((sum) => goesBack[sum] !== '0.00');
    const named = sums.length === 0 ? (['cash'] as const) : sums;
    return named
      .map((sum) => t(`purchase.sums.${sum}`, { amount: formatDecimal(goesBack[sum]) }))
      .join(' + ');
  };
  const refundTextOf = ({ refundable, goesBack }: RefundPreview): string =>
    goesBack
      ? t('purchase.goesBack', { sums: formatReturnedSums(goesBack) })
      : t('purchase.atMost', { available: formatDecimal(refundable) });
  return (
    <chakra.p minH="1lh" aria-live="polite" opacity={isPlaceholderData ? 0.5 : 1}>
      {data && <strong>{refundTextOf(data)}</strong>}
    </chakra.p>
  );
}

interface PaymentQuestionProps {
  readonly order: StaffOrder;
  readonly decision: PaymentDecision;
  readonly onYes: (decided: ConfirmedDecision) => void;
  readonly onNo: () => void;
}

/** Form that asks for confirmation of a decision about money: confirm, cancel or refund. */
function PaymentQuestion({ order, decision, onYes, onNo }: PaymentQuestionProps) {
  const { t } = useTranslation('admin');
  const version = useSeenOrderVersion(order);
  const [restock, setRestock] = useState(false);
  const [typed, setTyped] = useState('');
  const [isWrong, setIsWrong] = useState(false);
  const [reason, setReason] = useState('');
  const amount = parsePrice(typed);
  const isWhole = decision !== 'refund' || typed.trim() === '';
  const confirmDecision = () => {
    if (!isWhole && amount === undefined) setIsWrong(true);
    else
      onYes({
        decision,
        restock,
        amount: isWhole ? undefined : amount,
        reason: normaliseReason(reason),
        version,
      });
  };
  return (
    <Question role="group" aria-label={t(`purchase.${decision}`)}>
      <p id="payment-question">
        <strong>{t(`purchase.ask.${decision}`)}</strong> {t(`purchase.scope.${decision}`)}
      </p>
      {decision === 'refund' && (
        <>
          <TextField
            label={t('purchase.amount')}
            hint={t('purchase.amountHint')}
            error={isWrong && t('purchase.amountWrong', createAmountTexts())}
            inputMode="decimal"
            autoComplete="off"
            maxLength={24}
            value={typed}
            onChange={(event) => {
              setTyped(event.target.value);
              setIsWrong(false);
            }}
          />
          {(isWhole || amount !== undefined) && <RefundSums order={order} amount={amount} />}
          <Checkbox checked={restock} onChange={(event) => setRestock(event.target.checked)}>
            {t('purchase.restock')}
          </Checkbox>
        </>
      )}
      <ReasonField value={reason} onChange={setReason} />
      <Answers>
        <Button kind={decision === 'confirm' ? 'primary' : 'danger'} size="lg" onClick={confirmDecision}>
          {t(`purchase.yes.${decision}`)}
        </Button>
        <Button ref={focusButton} size="lg" aria-describedby="payment-question" onClick={onNo}>
          {t('purchase.no')}
        </Button>
      </Answers>
    </Question>
  );
}

/** Row of two buttons of equal width; a button with a longer text takes a row of its own. */
const Steps = chakra('div', {
  base: { display: 'flex', flexWrap: 'wrap', gap: '2', '& > *': { flex: '1 0 calc(50% - 4px)' } },
});

/** Focuses the field for the reason, which replaces the pressed button. */
const focusField = (field: HTMLInputElement | null): void => field?.focus();

interface OrderActionsProps {
  readonly order: StaffOrder;
  /** Starts a transition of the order; undefined in the archive, where no transition is possible. */
  readonly onTransition: ((transition: PanelTransition, reason?: string) => void) | undefined;
  /** Decision about money that waits for the user's confirmation; undefined when none does. */
  readonly asked: PaymentDecision | undefined;
  readonly onAsk: (decision: PaymentDecision | undefined) => void;
}

/** Tells whether the user can change the order in any way. */
export const hasOrderActions = (
  order: StaffOrder,
  can: (right: PanelRight) => boolean,
  inArchive: boolean,
): boolean =>
  (can('refund') && allowedDecisionsOf(order).length > 0) ||
  (!inArchive && can('move') && allowedTransitionsOf(order).length > 0);

/** Buttons for the changes that staff can make to an order now. A decision about money replaces them by a question. */
export function OrderActions({ order, onTransition, asked, onAsk }: OrderActionsProps) {
  const { t } = useTranslation('admin');
  const lang = usePanelLanguage();
  const [reason, setReason] = useState<string>();
  const { decide, isPending } = usePaymentDecision(order);
  const can = useHasRight();
  const decisions = can('refund') ? allowedDecisionsOf(order) : [];
  const transitions = onTransition && can('move') ? allowedTransitionsOf(order) : [];
  const isMainStep = (step: PaymentDecision | PanelTransition) =>
    step === 'confirm' ||
    (step === 'process' && !decisions.includes('confirm')) ||
    step === 'archive' ||
    (step === 'complete' && order.status !== 'pending');
  const renderDecisionButton = (decision: PaymentDecision) => (
    <Button
      key={decision}
      kind={isMainStep(decision) ? 'primary' : 'dangerQuiet'}
      size="lg"
      icon={decision === 'confirm' ? 'check' : undefined}
      loading={isPending}
      onClick={() => onAsk(decision)}
    >
      {t(`purchase.${decision}`)}
    </Button>
  );
  // The question is shown only while the decision is still possible, because another user may have decided meanwhile.
  if (asked !== undefined && decisions.includes(asked))
    return (
      <Steps lang={lang}>
        <PaymentQuestion
          order={order}
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
      {decisions.filter(isMainStep).map(renderDecisionButton)}
      {transitions.map((transition) => (
        <Button
          key={transition}
          kind={isMainStep(transition) ? 'primary' : 'quiet'}
          size="lg"
          onClick={() => {
            setReason(undefined);
            onTransition?.(transition, normaliseReason(reason ?? ''));
          }}
        >
          {t(`moves.${transition}`)}
        </Button>
      ))}
      {decisions.filter((decision) => !isMainStep(decision)).map(renderDecisionButton)}
      {transitions.length > 0 && reason === undefined && (
        <Button kind="bare" size="lg" px="2" onClick={() => setReason('')}>
          {t('reasons.open')}
        </Button>
      )}
    </Steps>
  );
}
