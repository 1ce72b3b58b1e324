import { chakra } from '@chakra-ui/react/styled-system';
import { useTranslation } from 'react-i18next';
import { Button } from '../../../ui/components/base/button';
import { formatDecimal } from '../../../lib/values/format';
import { CardFrame, type CardProps } from './product-card';
import { useRestoreProduct } from './use-product-deletion';

const Name = chakra('p', { base: { fontWeight: 'semibold', overflowWrap: 'anywhere', lineHeight: 'snug' } });
const Foot = chakra('div', {
  base: {
    gridColumn: '1 / -1',
    display: 'flex',
    alignItems: 'center',
    justifyContent: 'space-between',
    mt: '2',
    fontWeight: 'semibold',
    textStyle: 'numeric',
  },
});

/** A deleted product, to bring back. */
export function DeletedCard({ product, pieces }: CardProps) {
  const { t } = useTranslation('products');
  const { mutate, isPending } = useRestoreProduct();
  const { name } = product;
  return (
    <CardFrame
      product={product}
      pieces={pieces}
      image={product.image}
      selected={false}
      actions={null}
      title={<Name>{name}</Name>}
    >
      <Foot>
        {formatDecimal(product.price)}
        <Button
          size="sm"
          icon="refresh"
          loading={isPending}
          aria-label={t('restore.named', { name })}
          onClick={() => mutate(product)}
        >
          {t('restore.button')}
        </Button>
      </Foot>
    </CardFrame>
  );
}
