import { chakra } from '@chakra-ui/react/styled-system';
import { parseDecimalToCents, type OrderRefund, type StrandedPayment, refundCalls } from '@pax/contracts';
import { useTranslation } from 'react-i18next';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useNow } from '../../../lib/hooks/use-now';
import { formatCents, formatHundredths, formatShortTime } from '../../../lib/values/format';
import { useHasRight } from '../access/rights';
import { ManualRefundForm } from '../orders/order-refunds';
import { providerName } from './reconciliation-summary';
import { Button } from '../../../ui/components/base/button';
import { SidePanel } from '../../../ui/components/overlay/dialog';
import { pagedQueryOptions } from '../../../lib/http/paged-list';
import { usePanelLanguage } from '../shared/panel-language';

const Rows = chakra('ol', { base: { display: 'grid', gap: '5' } });
const Row = chakra('li', {
  base: { display: 'grid', gap: '2', '& + &': { pt: '5', borderTopWidth: '1px', borderColor: 'line' } },
});

const Line = chakra('p', {
  base: { display: 'flex', justifyContent: 'space-between', gap: '3', textStyle: 'numeric' },
});

const Quiet = chakra('p', { base: { color: 'muted', textStyle: 'small', overflowWrap: 'anywhere' } });

/** Formats cents in any currency: dollars as everywhere in the shop, other currencies with their code. */
export const formatAmountIn = (cents: number, currency: string): string =>
  currency === 'usd' ? formatCents(cents) : `${formatHundredths(cents)} ${currency.toUpperCase()}`;

interface StrandedRefundProps {
  readonly refund: OrderRefund;
  readonly currency: string;
  readonly onChange: () => unknown;
}

function StrandedRefund({ refund, currency, onChange }: StrandedRefundProps) {
  const { t } = useTranslation('admin');
  const can = useHasRight();
  return (
    <>
      <Line>
        <span>{t(`refunds.states.${refund.state}`)}</span>
        <span>{formatAmountIn(parseDecimalToCents(refund.amount), currency)}</span>
      </Line>
      {refund.reference !== null && <Quiet>{refund.reference}</Quiet>}
      {refund.state === 'manual' && can('admin') && <ManualRefundForm refund={refund} onSettled={onChange} />}
    </>
  );
}

interface StrandedPaymentsProps {
  readonly payments: readonly StrandedPayment[];
  /** Refetches the list of stranded payments. */
  readonly onChange: () => unknown;
}

/** List of stranded payments, which no checkout could accept, newest first, each with the state of its refunds. */
function StrandedPayments({ payments, onChange }: StrandedPaymentsProps) {
  const { t } = useTranslation('admin');
  const now = useNow();
  return (
    <Rows>
      {payments.map(({ id, amount, provider, reference, receivedAt, reason, checkout, orders, refunds }) => (
        <Row key={id}>
          <Line>
            <strong>{formatAmountIn(amount.cents, amount.currency)}</strong>
            <time dateTime={receivedAt}>{formatShortTime(receivedAt, now)}</time>
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
            <StrandedRefund key={refund.id} refund={refund} currency={amount.currency} onChange={onChange} />
          ))}
        </Row>
      ))}
    </Rows>
  );
}

/** Poll interval of stranded payments, ms; they are polled, because only Discord gets messages about them. */
const POLL_MS = 5 * 60_000;

/** Button aligned with the reconciliation summary above it. */
const OpenButton = chakra(Button, {
  base: {
    justifyContent: { base: 'center', lg: 'flex-start' },
    gap: '1.5',
    mx: { lg: '3' },
    px: { base: '3', lg: '2.5' },
    color: 'muted',
    textAlign: 'start',
    textStyle: 'small',
  },
});

const Body = chakra('div', { base: { display: 'grid', gap: '5' } });

/** Button that opens the list of stranded payments; hidden if there are none. */
export function StrandedPaymentsButton() {
  const { t } = useTranslation('admin');
  const lang = usePanelLanguage();
  const [isOpen, setOpen] = useState(false);
  const { data, refetch, fetchNextPage, hasNextPage, isFetchingNextPage } = useInfiniteQuery({
    ...pagedQueryOptions(refundCalls.strandedPayments),
    refetchInterval: POLL_MS,
  });
  const payments = data?.pages.flatMap(({ items }) => items) ?? [];
  const total = data?.pages[0]?.total ?? 0;
  if (total === 0) return null;
  // All pages have to be loaded, because a payment on a later page may still wait for a refund.
  const isBack =
    !hasNextPage && payments.every(({ refunds }) => refunds.every(({ state }) => state === 'done'));
  const openStrandedPayments = () => {
    setOpen(true);
    void refetch();
  };
  return (
    <>
      <OpenButton size="sm" kind="bare" icon={isBack ? 'check' : 'alert'} onClick={openStrandedPayments}>
        {t('stranded.open', { count: total })}
      </OpenButton>
      <SidePanel
        open={isOpen}
        onClose={() => setOpen(false)}
        title={<span lang={lang}>{t('stranded.title')}</span>}
        description={t('stranded.description')}
      >
        <Body lang={lang}>
          <StrandedPayments payments={payments} onChange={refetch} />
          {hasNextPage && (
            <Button size="sm" loading={isFetchingNextPage} onClick={() => void fetchNextPage()}>
              {t('stranded.more')}
            </Button>
          )}
        </Body>
      </SidePanel>
    </>
  );
}
