import { COIN_RATES, fromDecimal, type Product } from '@pax/contracts';
import { chakra } from '@chakra-ui/react/styled-system';
import { useTranslation } from 'react-i18next';
import { Price } from '../../../ui/components/shop/price';
import { TickingNumber } from '../../../ui/components/shop/ticking-number';
import { formatCents } from '../../../lib/values/format';

const LOWEST_RATE = Math.min(...COIN_RATES.map((rate) => rate.centsPerMillion));

const From = chakra('span', {
  base: {
    display: 'inline-block',
    fontWeight: 'semibold',
    textStyle: 'numeric',
    fontSize: 'md',
    lineHeight: 'snug',
  },
});

interface ProductPriceProps {
  readonly product: Product;
  readonly size?: 'sm' | 'md' | 'lg';
}

/** The price, animated on change, with the earlier one struck through; for custom coins the lowest rate. */
export function ProductPrice({ product, size = 'md' }: ProductPriceProps) {
  const { t } = useTranslation('shop');
  if (product.isCustom) return <From>{t('card.from', { price: formatCents(LOWEST_RATE) })}</From>;
  const cents = fromDecimal(product.price);
  const was = product.originalPrice === null ? cents : fromDecimal(product.originalPrice);
  return (
    <Price
      size={size}
      now={<TickingNumber value={cents} format={formatCents} />}
      before={was === cents ? undefined : formatCents(was)}
    />
  );
}
