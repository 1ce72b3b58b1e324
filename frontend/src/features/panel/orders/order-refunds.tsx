import { chakra } from '@chakra-ui/react/styled-system';
import { refundCalls, type OrderRefund } from '@pax/contracts';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../../ui/components/base/button';
import { TextField } from '../../../ui/components/form/field';
import { useReportTimeout } from '../../../lib/hooks/use-report-timeout';
import { callApi, callErrorCodeOf, queryKeyFor, queryOptionsFor } from '../../../lib/http/call-api';
import { showToast } from '../../../lib/browser/toast';
import { useHasRight } from '../access/rights';
import { formatDecimal } from '../../../lib/values/format';

const Form = chakra('form', { base: { display: 'grid', gap: '2' } });

function useRecordManualRefund(onSettled: () => unknown) {
  const { t } = useTranslation('admin');
  const noAnswer = useReportTimeout();
  return useMutation({
    mutationFn: ({
      id,
      amount,
      reference,
    }: Pick<OrderRefund, 'id' | 'amount'> & { readonly reference: string }) =>
      callApi(refundCalls.refundDone, { params: { id }, body: { reference, amount } }),
    onSuccess: () => showToast({ title: t('refunds.marked'), kind: 'success' }),
    onError: (error) => {
      if (noAnswer(error)) return;
      const code = callErrorCodeOf(refundCalls.refundDone, error);
      const why = code === 'CONFLICT' ? 'used' : code === 'STALE' ? 'changed' : 'failed';
      const description = t(`refunds.${code === 'DISPUTE_OPEN' ? 'disputed' : why}`);
      showToast({ title: t('moves.failed'), description, kind: 'error' });
    },
    onSettled,
  });
}

interface ManualRefundFormProps {
  readonly refund: Pick<OrderRefund, 'id' | 'amount'>;
  /** Refetches the refund after an attempt to record it. */
  readonly onSettled: () => unknown;
}

/** Form in which an admin records a refund made by hand, with the provider's reference. */
export function ManualRefundForm({ refund, onSettled }: ManualRefundFormProps) {
  const { t } = useTranslation('admin');
  const [reference, setReference] = useState('');
  const { mutate, isPending } = useRecordManualRefund(onSettled);
  return (
    <Form
      onSubmit={(event) => {
        event.preventDefault();
        if (!isPending) mutate({ ...refund, reference });
      }}
    >
      <TextField
        label={t('refunds.reference')}
        hint={t('refunds.referenceHint')}
        required
        maxLength={100}
        value={reference}
        onChange={(event) => setReference(event.target.value)}
      />
      <Button type="submit" loading={isPending} disabled={reference.trim() === ''}>
        {t('refunds.mark')}
      </Button>
    </Form>
  );
}

const Rows = chakra('ul', { base: { display: 'grid', gap: '3' } });
const Row = chakra('li', { base: { display: 'grid', gap: '2' } });
const Line = chakra('p', {
  base: { display: 'flex', justifyContent: 'space-between', gap: '3', textStyle: 'numeric' },
});
const Quiet = chakra('p', { base: { color: 'muted', textStyle: 'small', overflowWrap: 'anywhere' } });

interface OrderRefundsProps {
  readonly orderId: number;
}

/** Live list of an order's refunds. Admins can record refunds made by hand, except during a dispute. */
export function OrderRefunds({ orderId }: OrderRefundsProps) {
  const can = useHasRight();
  const { t } = useTranslation('admin');
  const client = useQueryClient();
  const refunds = useQuery({
    ...queryOptionsFor(refundCalls.orderRefunds, { id: orderId }),
    staleTime: 0,
    refetchOnMount: 'always',
  });
  const purchase = useQuery(queryOptionsFor(refundCalls.orderDisputes, { id: orderId }));
  const isDisputed = purchase.data?.disputes.some(({ state }) => state === 'open');
  const refetchRefunds = () =>
    client.invalidateQueries({ queryKey: queryKeyFor(refundCalls.orderRefunds, { id: orderId }) });
  if (refunds.isError && !refunds.data) return <Quiet role="alert">{t('refunds.loadFailed')}</Quiet>;
  return (
    <Rows>
      {refunds.data?.map((refund) => (
        <Row key={refund.id}>
          <Line>
            <span>{t(`refunds.states.${refund.state}`)}</span>
            <span>{formatDecimal(refund.amount)}</span>
          </Line>
          {refund.reference !== null && <Quiet>{refund.reference}</Quiet>}
          {refund.state === 'manual' && isDisputed && <Quiet>{t('refunds.disputed')}</Quiet>}
          {refund.state === 'manual' && !isDisputed && can('admin') && (
            <ManualRefundForm refund={refund} onSettled={refetchRefunds} />
          )}
        </Row>
      ))}
    </Rows>
  );
}
