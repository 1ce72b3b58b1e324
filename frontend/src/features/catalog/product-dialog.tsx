import { chakra } from '@chakra-ui/react/styled-system';
import { customCoinPrice, priceLine, toPriced, type HoldLimit, type Product } from '@pax/contracts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ArtImage } from '../../components/base/art-image';
import { Button } from '../../components/base/button';
import { Dialog } from '../../components/overlay/dialog';
import { Icon } from '../../components/base/icon';
import { Plinth } from '../../components/shop/plinth';
import { QuantityPicker } from '../../components/form/quantity-picker';
import { StockSegments } from '../../components/shop/stock-segments';
import { useLimitText } from '../../components/shop/use-limit-text';
import { useDelivery } from '../../lib/http/delivery';
import { formatCents, formatCoins, formatMillions } from '../../lib/values/format';
import { BulkHint } from './bulk-hint';
import type { CatalogActions } from './catalog-actions';
import { CoinAmount, CoinFacts } from './coin-amount';
import { HeartButton } from './heart-button';
import { ProductChips } from './product-chips';
import { ProductPrice } from './product-price';
import { PriceBreaks } from './price-breaks';
import {
  amountBeside,
  isAmount,
  isSoldOut,
  maximumQuantity,
  poolMillions,
  type EnteredMillions,
} from './purchase-rules';

const Layout = chakra('div', {
  base: {
    display: 'grid',
    gap: { base: '4', md: '6' },
    gridTemplateColumns: { md: '260px minmax(0, 1fr)' },
    alignItems: 'start',
  },
});
const ImagePlinth = chakra(Plinth, { base: { aspectRatio: { base: '16 / 9', md: '1' }, width: 'full' } });
const Art = chakra('span', {
  base: { position: 'absolute', inset: '0', mx: 'auto', height: 'full', aspectRatio: '1' },
});
const Facts = chakra('div', { base: { display: 'grid', gap: '3', minWidth: '0' } });
const Line = chakra('div', {
  base: {
    display: 'flex',
    alignItems: 'center',
    justifyContent: 'space-between',
    gap: '3',
    flexWrap: 'wrap',
  },
});
const Text = chakra('p', { base: { color: 'muted', maxWidth: 'prose' } });
const Note = chakra('p', {
  base: { display: 'flex', gap: '2', alignItems: 'center', color: 'muted', textStyle: 'small' },
});
const Corner = chakra('span', { base: { position: 'absolute', top: '0', insetEnd: '0' } });
/** Stacked, because side by side they would cover the picture. */
const Chips = chakra('span', {
  base: {
    position: 'absolute',
    insetStart: '2',
    top: '2',
    '& > span': { flexDirection: 'column', alignItems: 'start' },
  },
});
const Label = chakra('span', { base: { textStyle: 'label' } });

interface ProductDialogProps {
  readonly product: Product;
  /** Free coins; undefined while unknown. */
  readonly pool: number | undefined;
  /** The buyer's hold limit, where lower than the stock. */
  readonly limit: HoldLimit | undefined;
  readonly actions: CatalogActions;
  readonly open: boolean;
  readonly onClose: () => void;
}

/** Product details with quantity or amount and its price (SHOP-2.31, SHOP-2.32). */
export function ProductDialog({ product, pool, limit, actions, open, onClose }: ProductDialogProps) {
  const { t } = useTranslation('shop');
  const delivery = useDelivery();
  const [count, setCount] = useState(1);
  const [millions, setMillions] = useState<EnteredMillions>(100);
  const soldOut = isSoldOut(product);
  const limitText = useLimitText();
  const most = limit ? Math.max(1, limit.available) : Infinity;
  const max = Math.min(most, maximumQuantity(product, pool));
  const maxMillions = Math.min(most, pool === undefined ? product.stock : poolMillions(pool));
  const quantity = Math.min(count, max);
  const chosen = isAmount(millions) ? Math.min(millions, maxMillions) : millions;
  const customCents = isAmount(chosen) ? customCoinPrice(chosen) : undefined;
  const cents = product.isCustom
    ? customCents
    : priceLine({ product: toPriced(product), quantity }).lineCents;
  const wanted = product.isCustom ? { quantity: 1, amount: chosen } : { quantity };
  const title = [product.name, amountBeside(product)].filter(Boolean).join(' · ');
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={title}
      size={product.isCustom ? 'lg' : 'md'}
      footer={
        <Button
          kind="primary"
          size="lg"
          width="full"
          icon="cart"
          disabled={soldOut || limit?.available === 0}
          onClick={(event) => {
            actions.add(product, wanted, event.currentTarget);
            if (cents !== undefined) onClose();
          }}
        >
          {soldOut && t('card.soldOut')}
          {!soldOut &&
            (cents === undefined ? t('dialog.addBare') : t('dialog.add', { price: formatCents(cents) }))}
        </Button>
      }
    >
      <Layout>
        <ImagePlinth category={product.category}>
          <Art>
            <ArtImage
              src={product.image}

              fit={product.imageFit === 'cover' ? 'contain' : product.imageFit}
              eager
            />
          </Art>
          <Corner>
            <HeartButton
              name={product.name}
              isOnWishlist={actions.isOnWishlist(product.id)}
              onToggle={() => actions.toggleWishlist(product)}
            />
          </Corner>
          <Chips>
            <ProductChips product={product} />
          </Chips>
        </ImagePlinth>
        <Facts>
          <Line>
            <ProductPrice product={product} size="lg" />
            <StockSegments
              stock={soldOut ? 0 : product.stock}
              format={product.isCustom ? formatMillions : undefined}
            />
          </Line>
          {product.description && <Text>{product.description}</Text>}
          {product.isCustom ? (
            <>
              <CoinAmount value={chosen} onChange={setMillions} max={Math.max(1, maxMillions)} />
              <PriceBreaks millions={isAmount(chosen) ? chosen : undefined} />
              <CoinFacts value={chosen} onChange={setMillions} max={maxMillions} />
            </>
          ) : (
            <>
              <Line>
                <Label>{t('dialog.quantity')}</Label>
                <QuantityPicker
                  value={quantity}
                  onChange={setCount}
                  max={max}
                  disabled={soldOut}
                  label={t('dialog.quantity')}
                />
              </Line>
              <BulkHint product={product} quantity={quantity} />
              {product.coinValue !== null && (
                <Note>
                  <Icon name="coins" size={18} />
                  {t('dialog.coins', { millions: formatCoins(product.coinValue * quantity) })}
                </Note>
              )}
            </>
          )}
          {limit && !soldOut && (
            <Note data-limit={limit.reason}>
              <Icon name="info" size={18} />
              {limitText(limit, product.isCustom)}
            </Note>
          )}
          <Note>
            <Icon name={product.category === 'coins' ? 'zap' : 'truck'} size={18} />
            {t(product.category === 'coins' ? 'dialog.delivery.coins' : 'dialog.delivery.other', delivery)}
          </Note>
        </Facts>
      </Layout>
    </Dialog>
  );
}
