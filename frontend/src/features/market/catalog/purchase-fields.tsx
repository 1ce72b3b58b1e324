import {
  computeCustomCoinPrice,
  priceLine,
  toPricedProduct,
  type HoldLimit,
  type Product,
} from '@pax/contracts';
import { useState } from 'react';
import { chakra } from '@chakra-ui/react/styled-system';
import { useTranslation } from 'react-i18next';
import {
  isValidMillions,
  maximumQuantityOf,
  toPoolMillions,
  type EnteredMillions,
  isSoldOut,
} from './purchase-rules';
import { Icon } from '../../../ui/components/base/icon';
import { QuantityPicker } from '../../../ui/components/form/quantity-picker';
import { StockSegments } from '../../../ui/components/shop/stock-segments';
import { useHoldLimitText } from '../../../ui/components/shop/use-hold-limit-text';
import { useDeliveryTimes } from '../../../lib/http/shop-info';
import { formatCoins, formatDecimal, formatMillions } from '../../../lib/values/format';
import { CoinAmountInput, CoinPriceFacts } from './coin-amount-input';
import { CoinPriceList, ProductPrice } from './product-price';

interface EntryOptions {
  readonly product: Product;
  /** Coins available for purchase; undefined until they are loaded. */
  readonly pool: number | undefined;
  /** The buyer's hold limit for the product, if it is lower than the stock. */
  readonly limit: HoldLimit | undefined;
}

type Entry = ReturnType<typeof usePurchaseEntry>;

/** State of the quantity or amount entered in the product dialog, limited by stock and hold limit, with its price. */
export function usePurchaseEntry({ product, pool, limit }: EntryOptions) {
  const [count, setCount] = useState(1);
  const [millions, setMillions] = useState<EnteredMillions>(100);
  const most = limit ? Math.max(1, limit.available) : Infinity;
  const max = Math.min(most, maximumQuantityOf(product, pool));
  const maxMillions = Math.min(most, pool === undefined ? product.stock : toPoolMillions(pool));
  const quantity = Math.min(count, max);
  const chosen = isValidMillions(millions) ? Math.min(millions, maxMillions) : millions;
  const customCents = isValidMillions(chosen) ? computeCustomCoinPrice(chosen) : undefined;
  const computeLineCents = () => priceLine({ product: toPricedProduct(product), quantity }).lineCents;
  return {
    quantity,
    setCount,
    max,
    chosen,
    setMillions,
    maxMillions,
    cents: product.isCustom ? customCents : computeLineCents(),
    wanted: product.isCustom ? { quantity: 1, amount: chosen } : { quantity },
  };
}

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
const Text = chakra('p', { base: { color: 'muted', maxWidth: 'prose', overflowWrap: 'anywhere' } });
const Note = chakra('p', {
  base: { display: 'flex', gap: '2', alignItems: 'center', color: 'muted', textStyle: 'small' },
});
const Label = chakra('span', { base: { textStyle: 'label' } });

interface FactsProps {
  readonly product: Product;
  readonly entry: Entry;
}

interface PurchaseFieldsProps extends FactsProps {
  readonly limit: HoldLimit | undefined;
}

/** Price, stock, quantity or amount field, limit and delivery time of a product. */
export function PurchaseFields({ product, limit, entry }: PurchaseFieldsProps) {
  const { t } = useTranslation('shop');
  const delivery = useDeliveryTimes();
  const limitText = useHoldLimitText();
  const soldOut = isSoldOut(product);
  return (
    <Facts>
      <Line>
        <ProductPrice product={product} size="lg" />
        <StockSegments
          stock={soldOut ? 0 : product.stock}
          format={product.isCustom ? formatMillions : undefined}
        />
      </Line>
      {product.description && <Text>{product.description}</Text>}
      {product.isCustom && <AmountFacts {...entry} />}
      {!product.isCustom && !soldOut && <QuantityFacts product={product} entry={entry} />}
      {limit && !soldOut && (
        <Note data-limit={limit.reason}>
          <Icon name="info" size={18} />
          <span>{limitText(limit, product.isCustom)}</span>
        </Note>
      )}
      <Note>
        <Icon name={product.category === 'coins' ? 'zap' : 'truck'} size={18} />
        {t(product.category === 'coins' ? 'dialog.delivery.coins' : 'dialog.delivery.other', delivery)}
      </Note>
    </Facts>
  );
}

function AmountFacts({ chosen, setMillions, maxMillions }: Entry) {
  return (
    <>
      <CoinAmountInput value={chosen} onChange={setMillions} max={Math.max(1, maxMillions)} />
      <CoinPriceList millions={isValidMillions(chosen) ? chosen : undefined} />
      <CoinPriceFacts value={chosen} onChange={setMillions} max={maxMillions} />
    </>
  );
}

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

/** Hint how many more pieces are needed for the lower price of larger quantities. */
function QuantityPriceHint({ product, quantity }: { readonly product: Product; readonly quantity: number }) {
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

function QuantityFacts({ product, entry: { quantity, setCount, max } }: FactsProps) {
  const { t } = useTranslation('shop');
  return (
    <>
      <Line>
        <Label>{t('dialog.quantity')}</Label>
        <QuantityPicker
          value={quantity}
          onChange={setCount}
          max={max}
          disabled={isSoldOut(product)}
          label={t('dialog.quantity')}
        />
      </Line>
      <QuantityPriceHint product={product} quantity={quantity} />
      {product.coinValue !== null && (
        <Note>
          <Icon name="coins" size={18} />
          <span>{t('dialog.coins', { millions: formatCoins(product.coinValue * quantity) })}</span>
        </Note>
      )}
    </>
  );
}
