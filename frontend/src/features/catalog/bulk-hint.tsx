import { chakra } from '@chakra-ui/react/styled-system';
import type { Product } from '@pax/contracts';
import { useTranslation } from 'react-i18next';
import { Icon } from '../../components/base/icon';
import { formatDecimal } from '../../lib/values/format';

const Hint = chakra('p', {
  base: {
    display: 'flex',
    gap: '2',
    alignItems: 'center',
    textStyle: 'small',
    color: 'muted',
    '&[data-reached]': { color: 'money', fontWeight: 'medium' },
  },
});

/** Shows how many more pieces reach the quantity price. */
export function BulkHint({ product, quantity }: { readonly product: Product; readonly quantity: number }) {
  const { t } = useTranslation('shop');
  if (product.bulkMinQuantity === null || product.bulkPrice === null) return null;
  const price = formatDecimal(product.bulkPrice);
  const missing = product.bulkMinQuantity - quantity;
  return (
    <Hint aria-live="polite" data-reached={missing <= 0 || undefined}>
      <Icon name={missing <= 0 ? 'check' : 'tag'} size={18} />
      <span>
        {missing <= 0
          ? t('dialog.bulkReached', { price })
          : missing === 1
            ? t('dialog.bulkMore', { count: 1, price })
            : t('dialog.bulkHint', { count: product.bulkMinQuantity, price })}
      </span>
    </Hint>
  );
}
