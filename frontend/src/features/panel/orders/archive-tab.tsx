import { chakra } from '@chakra-ui/react/styled-system';
import type { StaffOrder } from '@pax/contracts';
import { memo, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { formatDateTime, formatDecimal } from '../../../lib/values/format';
import { OrderFactChips, OrderStatusChip, ProductNameLine } from './order-chips';
import { Cell, Columns, Line, RowButton, BaseRow, Tiny } from '../shared/row-elements';
import { EmptyState } from '../../../ui/components/feedback/empty-state';
import { showToast } from '../../../lib/browser/toast';
import { formatListTotal } from '../shared/panel-counts';
import { ListBar } from '../shared/list-bar';
import { PanelList } from '../shared/panel-list';
import { TabLayout } from '../shared/tab-elements';
import { useListKeys, useRowSelection } from '../shared/use-row-selection';
import { NoOrders, useOrderFilter } from './order-filters';
import { useOrderOfSheet, useOrderCounts, useOrdersWithPendingStatus } from './order-queries';
import { OrderSheet } from './order-sheet';

const columns = {
  gridTemplateColumns: {
    base: 'minmax(0, 1fr) auto',
    lg: '118px 56px minmax(0, 1.4fr) minmax(0, 1fr) 78px 124px 124px',
    xl: '122px 56px minmax(0, 1.4fr) minmax(0, 1fr) 84px 140px 140px',
  },
  gridTemplateAreas: {
    base: '"product total" "people state" "done done" "gone gone"',
    lg: '"state number product people total done gone"',
  },
} as const;

const Row = chakra(BaseRow, { base: columns });
const Head = chakra(Columns, { base: columns });
const Label = chakra('span', { base: { color: 'muted', display: { lg: 'none' } } });

/** Column titles of the archive. */
function ArchiveColumns() {
  const { t } = useTranslation('admin');
  return (
    <Head aria-hidden="true">
      <chakra.span gridArea="state">{t('orders.columns.status')}</chakra.span>
      <chakra.span gridArea="number">{t('orders.columns.number')}</chakra.span>
      <chakra.span gridArea="product">{t('orders.columns.product')}</chakra.span>
      <chakra.span gridArea="people">{t('orders.columns.customer')}</chakra.span>
      <chakra.span gridArea="total" textAlign="end">
        {t('orders.columns.total')}
      </chakra.span>
      <chakra.span gridArea="done">{t('orders.columns.completed')}</chakra.span>
      <chakra.span gridArea="gone">{t('orders.columns.archived')}</chakra.span>
    </Head>
  );
}

interface ArchiveRowProps {
  readonly order: StaffOrder;
  readonly selected: boolean;
  readonly onOpen: (id: number) => void;
}

/** Row of an archived or cancelled order, which can no longer be changed. */
const ArchiveRow = memo(function ArchiveRow({ order, selected, onOpen }: ArchiveRowProps) {
  const { t } = useTranslation('admin');
  const name = t('orders.pieces', { count: order.quantity, name: order.productName });
  const formatTimeOrMissing = (moment: string | null) =>
    moment === null ? t('archived.missing') : formatDateTime(moment);
  return (
    <Row data-row={order.id} data-selected={selected ? '' : undefined}>
      <RowButton
        type="button"
        aria-label={t('orders.row', {
          id: order.id,
          name,
          user: order.username,
          status: t(`status.${order.status}`),
        })}
        aria-current={selected || undefined}
        onClick={() => onOpen(order.id)}
      />
      <Cell gridArea="state" justifySelf={{ base: 'end', lg: 'start' }}>
        <OrderStatusChip status={order.status} />
      </Cell>
      <Cell gridArea="number" display={{ base: 'none', lg: 'block' }} color="muted" textStyle="numeric">
        {order.id}
      </Cell>
      <Cell gridArea="product">
        <ProductNameLine name={name}>
          <OrderFactChips order={order} isRow />
        </ProductNameLine>
      </Cell>
      <Cell gridArea="people">
        <Line>{order.username}</Line>
        <Tiny>{[order.minecraftName, order.discordUsername].filter(Boolean).join(' · ')}</Tiny>
      </Cell>
      <Cell gridArea="total" textAlign="end" fontWeight="semibold" textStyle="numeric">
        {formatDecimal(order.totalPrice)}
      </Cell>
      <Cell gridArea="done" textStyle="numeric" fontSize={{ base: 'xs', lg: 'sm' }}>
        <Line>
          <Label>{t('orders.columns.completed')} </Label>
          <span>{formatTimeOrMissing(order.completedAt)}</span>
        </Line>
      </Cell>
      <Cell gridArea="gone" textStyle="numeric" fontSize={{ base: 'xs', lg: 'sm' }}>
        <Line>
          <Label>{t('orders.columns.archived')} </Label>
          <span>{formatTimeOrMissing(order.archivedAt)}</span>
        </Line>
      </Cell>
    </Row>
  );
});

/** Tab with archived and cancelled orders, which can no longer be changed. */
export function ArchiveTab() {
  const { t } = useTranslation('admin');
  const { urlFilter, query, search, sort } = useOrderFilter('archived');
  const { list, rows } = useOrdersWithPendingStatus('archived', query);
  const counts = useOrderCounts();
  const field = useRef<HTMLInputElement>(null);
  const items = rows?.items;
  const selection = useRowSelection(urlFilter, items);
  const { selectedId, openId, open, close } = selection;
  const opened = useOrderOfSheet(
    openId,
    items?.find(({ id }) => id === openId),
  );
  useListKeys(selection, field);
  return (
    <TabLayout>
      <ListBar
        heading={t('archived.heading')}
        total={formatListTotal(rows, query.q === '' ? counts?.archived : undefined)}
        field={field}
        search={search}
        sort={sort}
        exported={{ list: 'archive', query }}
      />
      <PanelList
        list={list}
        rows={rows}
        query={query}
        label={t('archived.list')}
        failed={t('orders.failed')}
        empty={
          query.q === '' ? (
            <EmptyState title={t('archived.empty')} sentence={t('archived.emptyText')} />
          ) : (
            <NoOrders
              search={query.q}
              filtered={false}
              onClear={() => search.onChange('')}
              onShowAll={() => undefined}
            />
          )
        }
        columns={<ArchiveColumns />}
        selectedId={selectedId}
        onMoreFailed={() =>
          showToast({ title: t('moves.failed'), description: t('archived.moreFailed'), kind: 'error' })
        }
      >
        {(order) => <ArchiveRow order={order} selected={order.id === selectedId} onOpen={open} />}
      </PanelList>
      <OrderSheet order={opened} open={opened !== undefined} overdue={false} onClose={close} />
    </TabLayout>
  );
}
