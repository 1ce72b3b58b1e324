import { chakra } from '@chakra-ui/react/styled-system';
import type { AdminProduct } from '@pax/contracts';
import { useTranslation } from 'react-i18next';
import { StatusChip } from '../../../ui/components/shop/chip';
import { stockLevelOf } from './product-filter';
import { formatCount } from '../../../lib/values/format';

const TONES = { plenty: 'money', low: 'accent', none: 'danger' } as const;
const Row = chakra('p', {
  base: { display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: '1.5', ps: '2' },
});
const Note = chakra('span', { base: { color: 'muted', textStyle: 'tiny' } });

interface StockBadgeProps {
  readonly product: AdminProduct;
  readonly pieces: number;
}

/** Badge with the available stock, and with the pieces that open checkouts hold. */
export function StockBadge({ product: { onHand, held }, pieces }: StockBadgeProps) {
  const { t } = useTranslation('products');
  const level = stockLevelOf(pieces);
  const missing = held - onHand;
  return (
    <Row>
      <StatusChip tone={TONES[level]}>{t(`stock.${level}`, { pieces: formatCount(pieces) })}</StatusChip>
      {missing > 0 && <Note>{t('stock.missing', { count: missing })}</Note>}
      {missing <= 0 && held > 0 && <Note>{t('stock.held', { count: held })}</Note>}
    </Row>
  );
}
