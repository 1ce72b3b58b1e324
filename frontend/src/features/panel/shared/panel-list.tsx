import { chakra } from '@chakra-ui/react/styled-system';
import type { UseInfiniteQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { type LoadedRows, type Rows, useLoadMore } from '../../../lib/http/paged-list';
import { Button } from '../../../ui/components/base/button';
import { Spinner } from '../../../ui/components/base/spinner';
import { TextElement } from '../../../ui/components/base/text-element';
import { ErrorState } from '../../../ui/components/feedback/empty-state';
import { VirtualList } from './virtual-list';
import { LoadingRows, TabRows } from './tab-elements';

const Foot = chakra('div', {
  base: { display: 'grid', justifyItems: 'center', py: '4', color: 'muted', textStyle: 'small' },
});

interface MoreRowsProps {
  readonly list: { readonly hasNextPage: boolean; readonly isFetchNextPageError: boolean };
  readonly loading: boolean;
  readonly onMore: () => void;
}

/** Last element of a list: a note that more rows are loading, or a retry button after a failure. */
function MoreRows({ list, loading, onMore }: MoreRowsProps) {
  const { t } = useTranslation('admin');
  return (
    <Foot aria-live="polite">
      {loading && <Spinner />}
      {list.hasNextPage && list.isFetchNextPageError && <Button onClick={onMore}>{t('rows.again')}</Button>}
    </Foot>
  );
}

interface PanelListProps<R extends { readonly id: number }> {
  readonly list: UseInfiniteQueryResult<LoadedRows<R>>;
  /** Rows to show if they differ from the loaded ones, as with started transitions. */
  readonly rows?: Rows<R> | undefined;
  /** Filter, search and sort order; the list scrolls to the top when they change. */
  readonly query: object;
  readonly label: string;
  /** Error text shown when the list failed to load. */
  readonly failed: string;
  /** Content shown when the list has no rows. */
  readonly empty: ReactNode;
  readonly columns: ReactNode;
  readonly selectedId: number | undefined;
  readonly onMoreFailed?: () => void;
  readonly groupOf?: ((row: R) => string) | undefined;
  readonly children: (row: R) => ReactNode;
}

/** List of a tab in each state: loading, failed, empty, or rows with column titles and further pages. */
export function PanelList<R extends { readonly id: number }>(props: PanelListProps<R>) {
  const { list, query, label, failed, empty, columns, selectedId, onMoreFailed, groupOf, children } = props;
  const rows = props.rows ?? list.data;
  const { more, isLoadingMore } = useLoadMore(list, onMoreFailed);
  return (
    <TabRows aria-busy={list.isPlaceholderData || undefined}>
      {list.isPending && <LoadingRows />}
      {list.isError && !list.data && <ErrorState sentence={failed} onRetry={() => void list.refetch()} />}
      <TextElement>{rows && rows.items.length === 0 && !list.isPlaceholderData && empty}</TextElement>
      {rows && rows.items.length > 0 && (
        <VirtualList
          key={JSON.stringify(query)}
          label={label}
          rows={rows.items}
          total={rows.isCapped ? undefined : rows.total}
          selectedId={selectedId}
          head={columns}
          foot={<MoreRows list={list} loading={isLoadingMore} onMore={more} />}
          onNearEnd={more}
          groupOf={groupOf}
        >
          {children}
        </VirtualList>
      )}
    </TabRows>
  );
}
