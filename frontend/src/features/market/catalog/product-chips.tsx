import { chakra } from '@chakra-ui/react/styled-system';
import type { Product } from '@pax/contracts';
import { useTranslation } from 'react-i18next';
import { Chip } from '../../../ui/components/shop/chip';

const Row = chakra('span', { base: { display: 'flex', flexWrap: 'wrap', gap: '1.5' } });

/** Chips of a product: at most two, the most important first. */
export function ProductChips({ product, most = 2 }: { readonly product: Product; readonly most?: number }) {
  const { t } = useTranslation('shop');
  const chips = [
    product.isBestValue && (
      <Chip key="best" tone="accent" icon="star">
        {t('card.best')}
      </Chip>
    ),
    product.discount !== null && product.discount > 0 && (
      <Chip key="off" tone="money">
        {t('card.off', { percent: product.discount })}
      </Chip>
    ),
    product.isLimitedStock && (
      <Chip key="limited" tone="danger">
        {t('card.limited')}
      </Chip>
    ),
  ].filter((chip) => chip !== false);
  return chips.length > 0 && <Row>{chips.slice(0, most)}</Row>;
}
