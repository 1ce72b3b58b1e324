import type { Category } from '@pax/contracts';
import { useTranslation } from 'react-i18next';
import { Button } from '../../components/base/button';
import { EmptyState } from '../../components/feedback/empty-state';

interface NothingHereProps {
  readonly category: Category;
  readonly search: string;
  readonly wishlistOnly: boolean;
  readonly onClear: () => void;
}

/** Empty states of the product list, each with its own text. */
export function NothingHere({ category, search, wishlistOnly, onClear }: NothingHereProps) {
  const { t } = useTranslation('shop');
  const clear = (
    <Button icon="refresh" onClick={onClear}>
      {t('empty.clear')}
    </Button>
  );
  if (search.trim() !== '')
    return (
      <EmptyState
        title={t('empty.none')}
        sentence={t('empty.noneText', { search: search.trim() })}
        action={clear}
      />
    );
  if (wishlistOnly)
    return <EmptyState title={t('empty.wishlist')} sentence={t('empty.wishlistText')} action={clear} />;
  if (category === 'bases')
    return <EmptyState scene="closed-shutter" title={t('empty.bases')} sentence={t('empty.basesText')} />;
  return <EmptyState title={t('empty.none')} sentence={t('empty.noneHere')} />;
}
