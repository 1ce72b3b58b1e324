import { chakra } from '@chakra-ui/react/styled-system';
import { refundCalls } from '@pax/contracts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { callKey, callQuery } from '../../../lib/http/call-api';
import { useCan } from '../access/rights';
import { formatDecimal } from '../../../lib/values/format';
import { RefundByHand } from './refund-by-hand';

const Rows = chakra('ul', { base: { display: 'grid', gap: '3' } });
const Row = chakra('li', { base: { display: 'grid', gap: '2' } });
const Line = chakra('p', {
  base: { display: 'flex', justifyContent: 'space-between', gap: '3', textStyle: 'numeric' },
});
const Quiet = chakra('p', { base: { color: 'muted', textStyle: 'small', overflowWrap: 'anywhere' } });

interface OrderRefundsProps {
  readonly orderId: number;
}

/** The refunds of an order, live. An admin records that a manual one was made, except during a dispute. */
export function OrderRefunds({ orderId }: OrderRefundsProps) {
  const can = useCan();
  const { t } = useTranslation('admin');
  const client = useQueryClient();
  const refunds = useQuery({
    ...callQuery(refundCalls.orderRefunds, { id: orderId }),
    staleTime: 0,
    refetchOnMount: 'always',
  });
  const purchase = useQuery(callQuery(refundCalls.orderDisputes, { id: orderId }));
  const isDisputed = purchase.data?.disputes.some(({ state }) => state === 'open');
  const readAnew = () =>
    client.invalidateQueries({ queryKey: callKey(refundCalls.orderRefunds, { id: orderId }) });
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
            <RefundByHand refund={refund} onSettled={readAnew} />
          )}
        </Row>
      ))}
    </Rows>
  );
}
