import { chakra } from '@chakra-ui/react/styled-system';
import { useTranslation } from 'react-i18next';
import { Button } from '../../components/button';
import { SearchField } from '../../components/search-field';
import { VisuallyHidden } from '../../components/visually-hidden';
import { inputRecipe } from '../../theme/recipes/input';
import { isSort, SORTS, type Sort } from './search-and-sort';

const Bar = chakra('div', {
  base: {
    display: 'grid',
    gap: '2',
    gridTemplateColumns: { base: 'minmax(0, 1fr) auto', md: 'minmax(0, 1fr) auto auto' },
    '& > :first-child': { gridColumn: { base: '1 / -1', md: 'auto' } },
  },
});
const Select = chakra('select', inputRecipe);

interface MarketToolsProps {
  readonly search: string;
  readonly sort: Sort;
  readonly wishlistOnly: boolean;
  readonly onSearch: (search: string) => void;
  readonly onSort: (sort: Sort) => void;
  readonly onWishlistOnly: (only: boolean) => void;
}

/** Search, sort selector and wishlist toggle (SHOP-2.24). */
export function MarketTools(props: MarketToolsProps) {
  const { search, sort, wishlistOnly, onSearch, onSort, onWishlistOnly } = props;
  const { t } = useTranslation('shop');
  return (
    <Bar>
      <SearchField value={search} onChange={onSearch} label={t('tools.search')} />
      <label>
        <VisuallyHidden>{t('tools.sort')}</VisuallyHidden>
        <Select value={sort} onChange={(event) => isSort(event.target.value) && onSort(event.target.value)}>
          {SORTS.map((option) => (
            <option key={option} value={option}>
              {t(`tools.sorts.${option}`)}
            </option>
          ))}
        </Select>
      </label>
      <Button icon="heart" aria-pressed={wishlistOnly} onClick={() => onWishlistOnly(!wishlistOnly)}>
        {t('tools.wishlistOnly')}
      </Button>
    </Bar>
  );
}
