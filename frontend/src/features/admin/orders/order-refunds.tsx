import { chakra } from '@chakra-ui/react/styled-system';
import { orderCalls, type OrderRefund } from '@pax/contracts';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../../components/base/button';
import { TextField } from '../../../components/form/text-field';
import { useNoAnswer } from '../../../lib/hooks/use-no-answer';
import { callApi, callErrorOf, callKey, callQuery } from '../../../lib/http/call-api';
import { showToast } from '../../../lib/ui/toast';
import { useCan } from '../access/rights';
import { formatDecimal } from '../../../lib/values/format';

const Rows = chakra('ul', { base: { display: 'grid', gap: '3' } });
const Row = chakra('li', { base: { display: 'grid', gap: '2' } });
const Line = chakra('p', {
  base: { display: 'flex', justifyContent: 'space-between', gap: '3', textStyle: 'numeric' },
});
const Quiet = chakra('p', { base: { color: 'muted', textStyle: 'small', overflowWrap: 'anywhere' } });
const Form = chakra('form', { base: { display: 'grid', gap: '2' } });

function useMarkDone(orderId: number) {
  const { t } = useTranslation('admin');
  const client = useQueryClient();
  const noAnswer = useNoAnswer();
  return useMutation({
    mutationFn: ({ id, reference }: { readonly id: number; readonly reference: string }) =>
      callApi(orderCalls.refundDone, { params: { id }, body: { reference } }),
    onSuccess: () => showToast({ title: t('refunds.marked'), kind: 'success' }),
    onError: (error) => {
      if (noAnswer(error)) return;
      const isUsed = callErrorOf(orderCalls.refundDone, error) === 'CONFLICT';
      const description = t(isUsed ? 'refunds.used' : 'refunds.failed');
      showToast({ title: t('moves.failed'), description, kind: 'error' });
    },
    onSettled: () =>
      client.invalidateQueries({ queryKey: callKey(orderCalls.orderRefunds, { id: orderId }) }),
  });
}

function ByHand({ orderId, refund }: { readonly orderId: number; readonly refund: OrderRefund }) {
  const { t } = useTranslation('admin');
  const [reference, setReference] = useState('');
  const { mutate, isPending } = useMarkDone(orderId);
  return (
    <Form
      onSubmit={(event) => {
        event.preventDefault();
        if (!isPending) mutate({ id: refund.id, reference });
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

interface OrderRefundsProps {
  readonly orderId: number;
}

/** The refunds of an order, newest state; an admin says of a manual one that it was made (OWN-98). */
export function OrderRefunds({ orderId }: OrderRefundsProps) {
  const can = useCan();
  const { t } = useTranslation('admin');
  const refunds = useQuery({
    ...callQuery(orderCalls.orderRefunds, { id: orderId }),
    staleTime: 0,
    refetchOnMount: 'always',
  });
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
          {refund.state === 'manual' && can('admin') && <ByHand orderId={orderId} refund={refund} />}
        </Row>
      ))}
    </Rows>
  );
}
