import { chakra } from '@chakra-ui/react/styled-system';
import { operationCalls } from '@pax/contracts';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../../ui/components/base/button';
import { SidePanel } from '../../../ui/components/overlay/dialog';
import { pagedQuery } from '../../../lib/http/paged-list';
import { usePanelLang } from '../shared/german';
import { StrandedPayments } from './stranded-payments';

/** Polled, because the panel gets no message about stranded money, only Discord does. */
const EVERY_MS = 5 * 60_000;

/** Aligned with the line about money above it. */
const Opener = chakra(Button, {
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

/** Leads to the money that no checkout could take, where there is some. */
export function StrandedMoney() {
  const { t } = useTranslation('admin');
  const lang = usePanelLang();
  const [isOpen, setOpen] = useState(false);
  const { data, refetch, fetchNextPage, hasNextPage, isFetchingNextPage } = useInfiniteQuery({
    ...pagedQuery(operationCalls.strandedPayments),
    refetchInterval: EVERY_MS,
  });
  const payments = data?.pages.flatMap(({ items }) => items) ?? [];
  const total = data?.pages[0]?.total ?? 0;
  if (total === 0) return null;
  // Payments on pages not loaded yet may still wait for a refund.
  const isBack =
    !hasNextPage && payments.every(({ refunds }) => refunds.every(({ state }) => state === 'done'));
  const open = () => {
    setOpen(true);
    void refetch();
  };
  return (
    <>
      <Opener size="sm" kind="bare" icon={isBack ? 'check' : 'alert'} onClick={open}>
        {t('stranded.open', { count: total })}
      </Opener>
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
