import { useTranslation } from 'react-i18next';
import { Button } from '../../../ui/components/base/button';
import { EmptyState } from '../../../ui/components/feedback/empty-state';

interface NoRowsProps {
  readonly search: string;
  /** There are orders, but not in this filter. */
  readonly filtered: boolean;
  readonly onClear: () => void;
  readonly onShowAll: () => void;
}

/** Empty state: no search results, empty filter, or no orders. */
export function NoRows({ search, filtered, onClear, onShowAll }: NoRowsProps) {
  const { t } = useTranslation('admin');
  if (search.trim() !== '')
    return (
      <EmptyState
        compact
        title={t('orders.noneFound')}
        sentence={t('orders.noneFoundText', { search: search.trim() })}
        action={<Button onClick={onClear}>{t('orders.clear')}</Button>}
      />
    );
  if (filtered)
    return (
      <EmptyState
        compact
        title={t('orders.noneHere')}
        sentence={t('orders.noneHereText')}
        action={<Button onClick={onShowAll}>{t('orders.showAll')}</Button>}
      />
    );
  return <EmptyState title={t('orders.empty')} sentence={t('orders.emptyText')} />;
}
