import { chakra } from '@chakra-ui/react/styled-system';
import type { AdminProduct } from '@pax/contracts';
import { useTranslation } from 'react-i18next';
import { SegmentedControl } from '../../../components/form/segmented-control';
import { PRODUCT_FILTERS, visibleProducts, type ProductFilter } from './product-filter';

const Count = chakra('span', { base: { color: 'muted', textStyle: 'numeric', fontWeight: 'medium' } });

interface ProductFiltersProps {
  /** Those that are not deleted, once they are known. */
  readonly products: readonly AdminProduct[] | undefined;
  readonly value: ProductFilter;
  readonly onChange: (filter: ProductFilter) => void;
}

/** The filters with their counts; how many are deleted is not known before one looks. */
export function ProductFilters({ products, value, onChange }: ProductFiltersProps) {
  const { t } = useTranslation('products');
  return (
    <SegmentedControl
      label={t('filter')}
      options={PRODUCT_FILTERS.map((filter) => ({
        value: filter,
        label: (
          <span>
            {t(`filters.${filter}`)}
            {products && filter !== 'deleted' && (
              <Count>{` ${visibleProducts(products, filter, '').length}`}</Count>
            )}
          </span>
        ),
      }))}
      value={value}
      onChange={onChange}
    />
  );
}
