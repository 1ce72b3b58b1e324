import { chakra } from '@chakra-ui/react/styled-system';
import { fromDecimal, type OrderRefund, type StrandedPayment } from '@pax/contracts';
import { useTranslation } from 'react-i18next';
import { useNow } from '../../../lib/hooks/use-now';
import { formatCents, formatHundredths } from '../../../lib/values/format';
import { useCan } from '../access/rights';
import { RefundByHand } from '../orders/refund-by-hand';
import { shortTime } from '../orders/short-time';
import { providerName } from './provider-names';

const Rows = chakra('ol', { base: { display: 'grid', gap: '5' } });
const Row = chakra('li', {
  base: { display: 'grid', gap: '2', '& + &': { pt: '5', borderTopWidth: '1px', borderColor: 'line' } },
});
const Line = chakra('p', {
  base: { display: 'flex', justifyContent: 'space-between', gap: '3', textStyle: 'numeric' },
});
const Quiet = chakra('p', { base: { color: 'muted', textStyle: 'small', overflowWrap: 'anywhere' } });

/** Cents of any currency: dollars as everywhere, others with their code. */
export const amountIn = (cents: number, currency: string): string =>
  currency === 'usd' ? formatCents(cents) : `${formatHundredths(cents)} ${currency.toUpperCase()}`;

interface RefundProps {
  readonly refund: OrderRefund;
  readonly currency: string;
  readonly onChange: () => unknown;
}

function Refund({ refund, currency, onChange }: RefundProps) {
  const { t } = useTranslation('admin');
  const can = useCan();
  return (
    <>
      <Line>
        <span>{t(`refunds.states.${refund.state}`)}</span>
        <span>{amountIn(fromDecimal(refund.amount), currency)}</span>
      </Line>
      {refund.reference !== null && <Quiet>{refund.reference}</Quiet>}
      {refund.state === 'manual' && can('admin') && <RefundByHand refund={refund} onSettled={onChange} />}
    </>
  );
}

interface StrandedPaymentsProps {
  readonly payments: readonly StrandedPayment[];
  /** Reads the list anew. */
  readonly onChange: () => unknown;
}

/** Money that no checkout could take, newest first, each with what gives it back. */
export function StrandedPayments({ payments, onChange }: StrandedPaymentsProps) {
  const { t } = useTranslation('admin');
  const now = useNow();
  return (
    <Rows>
      {payments.map(({ id, amount, provider, reference, receivedAt, reason, checkout, orders, refunds }) => (
        <Row key={id}>
          <Line>
            <strong>{amountIn(amount.cents, amount.currency)}</strong>
            <time dateTime={receivedAt}>{shortTime(receivedAt, now)}</time>
          </Line>
          <Quiet>{`${providerName(provider)} · ${reference}`}</Quiet>
          <Quiet>
            {orders.length === 0
              ? t('stranded.noOrder', { checkout })
              : t('stranded.orders', {
                  checkout,
                  count: orders.length,
                  orders: orders.map((order) => `#${order}`).join(', '),
                })}
          </Quiet>
          {reason !== null && <Quiet lang="en">{reason}</Quiet>}
          {refunds.map((refund) => (
            <Refund key={refund.id} refund={refund} currency={amount.currency} onChange={onChange} />
          ))}
        </Row>
      ))}
    </Rows>
  );
}
