import { chakra } from '@chakra-ui/react/styled-system';
import type { Product } from '@pax/contracts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../../ui/components/base/button';
import { QuantityPicker } from '../../../ui/components/form/quantity-picker';
import { StockSegments } from '../../../ui/components/shop/stock-segments';
import { formatMillions } from '../../../lib/values/format';
import type { CatalogActions } from './catalog-actions';
import { NARROWEST_PHONE } from '../../../ui/theme/media-queries';
import { TellButton } from './tell-button';
import { separateAmountLabel, cardMaximumQuantityOf, isSoldOut } from './purchase-rules';

const Stack = chakra('div', {
  base: { display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: '2.5' },
});
/** Row of controls, which lies above the card's clickable area. */
const Row = chakra('div', {
  base: {
    position: 'relative',
    zIndex: 'lift',
    display: 'flex',
    gap: { base: '1.5', sm: '2' },
    [NARROWEST_PHONE]: { gap: '1' },
  },
});
/** Button whose label drops into a cut second row where it does not fit beside the icon. */
const Add = chakra(Button, {
  base: {
    flex: '1',
    minWidth: '0',
    px: '2',
    flexWrap: 'wrap',
    alignContent: 'start',
    height: 'touch',
    overflow: 'hidden',
    '& > *': { height: 'touch', lineHeight: '{sizes.touch}' },
  },
});
const Label = chakra('span', { base: { display: { base: 'none', sm: 'inline' } } });

interface ProductCardFooterProps {
  readonly product: Product;
  readonly actions: CatalogActions;
  readonly onOpen: (product: Product) => void;
}

/** Footer of a product card: stock, quantity and one button. Amounts of custom coins are chosen in the dialog. */
export function ProductCardFooter({ product, actions, onOpen }: ProductCardFooterProps) {
  const { t } = useTranslation('shop');
  const [count, setCount] = useState(1);
  const { name, stock, isCustom } = product;
  const soldOut = isSoldOut(product);
  const quantity = Math.min(count, cardMaximumQuantityOf(product));
  if (soldOut || isCustom)
    return (
      <Stack>
        <StockSegments stock={soldOut ? 0 : stock} format={isCustom ? formatMillions : undefined} />
        <Row>
          {soldOut ? (
            <TellButton product={product} actions={actions} flex="1" minWidth="0" px="2" />
          ) : (
            <Add aria-label={t('card.chooseNamed', { name })} onClick={() => onOpen(product)}>
              {t('card.choose')}
            </Add>
          )}
        </Row>
      </Stack>
    );
  return (
    <Stack>
      <StockSegments stock={stock} wanted={quantity} />
      <Row>
        <QuantityPicker
          size="sm"
          value={quantity}
          onChange={setCount}
          max={cardMaximumQuantityOf(product)}
          label={t('card.quantityOf', { name })}
        />
        <Add
          data-main=""
          icon="cart"
          aria-label={t('card.addNamed', {
            name: [name, separateAmountLabel(product)].filter(Boolean).join(' '),
          })}
          onClick={(event) => {
            actions.add(product, { quantity }, event.currentTarget);
            setCount(1);
          }}
        >
          <Label>{t('card.add')}</Label>
        </Add>
      </Row>
    </Stack>
  );
}
