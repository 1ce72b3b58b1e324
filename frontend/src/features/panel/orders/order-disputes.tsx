import { chakra } from '@chakra-ui/react/styled-system';
import {
  refundCalls,
  type DisputeEndRequest,
  type OrderDispute,
  type FraudWarning,
  type StaffOrder,
} from '@pax/contracts';
import { useMutation, useQueryClient, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../../ui/components/base/button';
import { TextField } from '../../../ui/components/form/field';
import { useReportTimeout } from '../../../lib/hooks/use-report-timeout';
import { callApi, callErrorCodeOf, queryKeyFor, queryOptionsFor } from '../../../lib/http/call-api';
import { showToast } from '../../../lib/browser/toast';
import { Confirmation } from '../shared/confirmation';
import { refetchOrderLists } from './order-queries';
import { formatDateTime, formatDecimal } from '../../../lib/values/format';
import { useHasRight, useIsOwnEntityBarred } from '../access/rights';
import { allowedDecisionsOf, type PaymentDecision } from './use-payment-decision';

const Stack = chakra('div', { base: { display: 'grid', gap: '3' } });
const Sentence = chakra('p', { base: { color: 'muted', textStyle: 'small' } });
const Answers = chakra('div', {
  base: { display: 'flex', flexWrap: 'wrap', gap: '2', '& > *': { flex: '1 0 auto' } },
});

function useRecordDisputeEnd({ id }: OrderDispute, orderId: number) {
  const { t } = useTranslation('admin');
  const client = useQueryClient();
  const noAnswer = useReportTimeout();
  return useMutation({
    mutationFn: (body: DisputeEndRequest) => callApi(refundCalls.endDispute, { params: { id }, body }),
    onSuccess: ({ state }) => showToast({ title: t(`disputes.states.${state}`), kind: 'success' }),
    onError: (error) => {
      if (noAnswer(error)) return;
      const hasEnded = callErrorCodeOf(refundCalls.endDispute, error) === 'ILLEGAL_MOVE';
      const description = t(hasEnded ? 'disputes.hasEnded' : 'disputes.failed');
      showToast({ title: t('moves.failed'), description, kind: 'error' });
    },
    onSettled: () => {
      refetchOrderLists(client);
      return client.invalidateQueries({ queryKey: queryKeyFor(refundCalls.orderDisputes, { id: orderId }) });
    },
  });
}

interface EndDisputeFormProps {
  readonly dispute: OrderDispute;
  readonly orderId: number;
}

/** Form in which an admin records how a dispute ended, if the provider does not report it; asks for confirmation. */
function EndDisputeForm({ dispute, orderId }: EndDisputeFormProps) {
  const { t } = useTranslation('admin');
  const [reference, setReference] = useState('');
  const [asked, setAsked] = useState<DisputeEndRequest['outcome']>();
  const { mutate, isPending } = useRecordDisputeEnd(dispute, orderId);
  if (asked !== undefined)
    return (
      <Confirmation
        ask={t(`disputes.ask.${asked}`)}
        scope={t(`disputes.scope.${asked}`)}
        yes={t(`disputes.yes.${asked}`)}
        busy={isPending}
        onYes={() => mutate({ outcome: asked, reference }, { onSettled: () => setAsked(undefined) })}
        onNo={() => setAsked(undefined)}
      />
    );
  const isEmpty = reference.trim() === '';
  return (
    <Stack>
      <Sentence>{t('disputes.byHand')}</Sentence>
      <TextField
        label={t('disputes.reference')}
        hint={t('disputes.referenceHint')}
        required
        maxLength={100}
        value={reference}
        onChange={(event) => setReference(event.target.value)}
      />
      <Answers>
        <Button disabled={isEmpty} onClick={() => setAsked('won')}>
          {t('disputes.won')}
        </Button>
        <Button disabled={isEmpty} onClick={() => setAsked('lost')}>
          {t('disputes.lost')}
        </Button>
      </Answers>
    </Stack>
  );
}

const Title = chakra('h3', { base: { textStyle: 'label', color: 'muted', mb: '2' } });
const Rows = chakra('ul', { base: { display: 'grid', gap: '4' } });
const Row = chakra('li', { base: { display: 'grid', gap: '2', '& > button': { justifySelf: 'start' } } });
const Line = chakra('p', {
  base: { display: 'flex', justifyContent: 'space-between', gap: '3', textStyle: 'numeric' },
});
const Quiet = chakra('p', { base: { color: 'muted', textStyle: 'small', overflowWrap: 'anywhere' } });
const Warned = chakra('p', { base: { color: 'danger', fontWeight: 'semibold' } });

function FraudWarningFacts({
  warning,
  order,
  onAsk,
}: OrderDisputesProps & { readonly warning: FraudWarning }) {
  const { t } = useTranslation('admin');
  const [can, isBarred] = [useHasRight(), useIsOwnEntityBarred()];
  const decision = allowedDecisionsOf(order).find((one) => one === 'refund' || one === 'undo');
  return (
    <Row>
      <Warned>{t('disputes.warned')}</Warned>
      <Quiet>
        {t('disputes.warning', {
          amount: formatDecimal(warning.amount),
          buyer: warning.buyer,
          orders: warning.orders.map((id) => `#${id}`).join(', '),
        })}
      </Quiet>
      <Quiet>{[formatDateTime(warning.raisedAt), warning.checkout, warning.reference].join(' · ')}</Quiet>
      {decision && can('refund') && !isBarred(order) && (
        <Button size="sm" kind="danger" onClick={() => onAsk(decision)}>
          {t('disputes.refundFirst')}
        </Button>
      )}
    </Row>
  );
}

function DisputeFacts({ dispute, orderId }: { readonly dispute: OrderDispute; readonly orderId: number }) {
  const { t } = useTranslation('admin');
  const can = useHasRight();
  const { amount, closedAt, endsByHand, openedAt, reference, state } = dispute;
  const times = [openedAt, closedAt].flatMap((time) => (time === null ? [] : formatDateTime(time)));
  return (
    <Row>
      <Line>
        <span>{t(`disputes.states.${state}`)}</span>
        <span>{formatDecimal(amount)}</span>
      </Line>
      <Quiet>{[reference, times.join(' – ')].join(' · ')}</Quiet>
      {endsByHand && can('admin') && <EndDisputeForm dispute={dispute} orderId={orderId} />}
    </Row>
  );
}

interface OrderDisputesProps {
  readonly order: StaffOrder;
  /** Opens the dialog that confirms a refund. */
  readonly onAsk: (decision: PaymentDecision) => void;
}

/**
 * List of disputes and fraud warnings of an order's purchase. Admins can end disputes that no provider reports on, and
 * refund a purchase before a warning becomes a dispute.
 */
export function OrderDisputes({ order, onAsk }: OrderDisputesProps) {
  const { t } = useTranslation('admin');
  const { data, isError } = useQuery({
    ...queryOptionsFor(refundCalls.orderDisputes, { id: order.id }),
    staleTime: 0,
    refetchOnMount: 'always',
  });
  if (!data) return isError ? <Quiet role="status">{t('disputes.loadFailed')}</Quiet> : null;
  if (data.disputes.length === 0 && data.warnings.length === 0) return null;
  return (
    <section>
      <Title>{t('disputes.heading')}</Title>
      <Rows>
        {data.warnings.map((warning) => (
          <FraudWarningFacts key={warning.reference} warning={warning} order={order} onAsk={onAsk} />
        ))}
        {data.disputes.map((dispute) => (
          <DisputeFacts key={dispute.id} dispute={dispute} orderId={order.id} />
        ))}
      </Rows>
    </section>
  );
}
