import { chakra } from '@chakra-ui/react/styled-system';
import { useTranslation } from 'react-i18next';
import { Button } from '../../../ui/components/base/button';
import { Icon } from '../../../ui/components/base/icon';
import { SearchField } from '../../../ui/components/form/search-field';
import { VisuallyHidden } from '../../../ui/components/base/visually-hidden';
import { inputRecipe } from '../../../ui/theme/recipes/input';
import { isSort, SORTS, type Sort } from './search-and-sort';
import { MAX_SEARCH_LENGTH } from './use-market-view';

const Bar = chakra('div', { base: { display: 'flex', gap: '2' } });
/** On a phone the native select is shown as an icon. */
const SortBox = chakra('label', {
  base: {
    position: 'relative',
    display: 'grid',
    placeItems: 'center',
    flexShrink: '0',
    '& > svg': { display: { md: 'none' }, position: 'absolute', pointerEvents: 'none' },
  },
});
const Select = chakra('select', inputRecipe);
const Label = chakra('span', { base: { display: { base: 'none', md: 'inline' } } });

interface MarketToolsProps {
  readonly search: string;
  readonly sort: Sort;
  readonly wishlistOnly: boolean;
  readonly onSearch: (search: string) => void;
  readonly onSort: (sort: Sort) => void;
  readonly onWishlistOnly: (only: boolean) => void;
}

/** Search, sort selector and wishlist toggle. */
export function MarketTools(props: MarketToolsProps) {
  const { search, sort, wishlistOnly, onSearch, onSort, onWishlistOnly } = props;
  const { t } = useTranslation('shop');
  return (
    <Bar>
      <SearchField
        value={search}
        onChange={onSearch}
        label={t('tools.search')}
        maxLength={MAX_SEARCH_LENGTH}
      />
      <SortBox>
        <VisuallyHidden>{t('tools.sort')}</VisuallyHidden>
        <Icon name="filter" />
        <Select
          width={{ base: '44px', md: 'auto' }}
          px={{ base: '0', md: '3' }}
          color={{ base: 'transparent', md: 'text' }}
          appearance={{ base: 'none', md: 'auto' }}
          css={{ '& option': { color: 'text', bg: 'surface' } }}
          value={sort}
          onChange={(event) => isSort(event.target.value) && onSort(event.target.value)}
        >
          {SORTS.map((option) => (
            <option key={option} value={option}>
              {t(`tools.sorts.${option}`)}
            </option>
          ))}
        </Select>
      </SortBox>
      <Button
        icon="heart"
        px={{ base: '3', md: '4' }}
        aria-label={t('tools.wishlistOnly')}
        aria-pressed={wishlistOnly}
        onClick={() => onWishlistOnly(!wishlistOnly)}
      >
        <Label>{t('tools.wishlistOnly')}</Label>
      </Button>
    </Bar>
  );
}
