import { chakra } from '@chakra-ui/react/styled-system';
import { parseDecimalToCents, getCartLineName, type Quote, type TierName } from '@pax/contracts';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { ArtImage } from '../../ui/components/base/art-image';
import { QuantityPicker } from '../../ui/components/form/quantity-picker';
import { Plinth } from '../../ui/components/shop/plinth';
import { PriceBreakdown, PriceBreakdownRow } from '../../ui/components/shop/price-breakdown';
import { TickingNumber } from '../../ui/components/shop/ticking-number';
import { formatCents, formatDecimal } from '../../lib/values/format';
import type { CheckoutCart, CheckoutCartLine } from './checkout-cart';

const Root = chakra('div', {
  base: { p: { base: '3', md: '4' }, bg: 'bg', borderWidth: '1px', borderColor: 'line' },
});

const formatDeduction = (amount: string): string => `−${formatDecimal(amount)}`;
const isNotZero = (amount: string): boolean => parseDecimalToCents(amount) !== 0;

const Each = chakra('span', { base: { display: 'block', textStyle: 'tiny' } });

type PriceLine = Quote['lines'][number];

function priceLineLabelOf(t: TFunction<'checkout'>, line: PriceLine): string {
  const { quantity } = line;
  return quantity > 1 ? t('receipt.pieces', { count: quantity, name: line.name }) : getCartLineName(line);
}

const Goods = chakra('span', {
  base: { display: 'grid', gridTemplateColumns: '48px minmax(0, 1fr)', gap: '3', alignItems: 'center' },
});
const Picture = chakra(Plinth, { base: { width: '48px', height: '48px', alignSelf: 'start' } });
const Name = chakra('span', { base: { display: 'block', color: 'text', overflowWrap: 'anywhere' } });
const Quantity = chakra('span', { base: { display: 'block', mt: '1.5' } });

interface GoodsLabelProps {
  readonly line: PriceLine;
  /** Line of the cart; undefined for one that was removed while the quote is asked anew. */
  readonly goods: CheckoutCartLine | undefined;
  readonly cart: CheckoutCart;
}

/** Picture, name and pieces of goods; the pieces can be changed, and the last line cannot be removed by that. */
function GoodsLabel({ line, goods, cart }: GoodsLabelProps) {
  const { t } = useTranslation('checkout');
  return (
    <Goods>
      <Picture category={goods?.category ?? 'items'}>
        <ArtImage src={goods?.image ?? ''} />
      </Picture>
      <span>
        <Name>{priceLineLabelOf(t, line)}</Name>
        {line.quantity > 1 && <Each>{t('receipt.each', { amount: formatDecimal(line.unitPrice) })}</Each>}
        {goods && goods.item.customAmount === undefined && (
          // Enter in the field takes the typed pieces and must not submit the payment.
          <Quantity
            onKeyDown={(event) => {
              if (event.key === 'Enter' && event.target instanceof HTMLInputElement) event.preventDefault();
            }}
          >
            <QuantityPicker
              value={goods.item.quantity}
              min={cart.lines.length > 1 ? 0 : 1}
              max={goods.most}
              size="sm"
              label={t('receipt.quantityOf', { name: goods.name })}
              onChange={(quantity) => cart.setQuantity(goods.id, quantity)}
            />
          </Quantity>
        )}
      </span>
    </Goods>
  );
}

interface QuoteReceiptProps {
  readonly quote: Quote;
  /** Tier that is named on the line of the tier discount. */
  readonly tier: TierName;
  /** The cart of which it is the receipt, whose pieces can be changed in it. */
  readonly cart: CheckoutCart;
}

/** List of price lines that add up to the total. */
export function QuoteReceipt({ quote, tier, cart }: QuoteReceiptProps) {
  const { t } = useTranslation(['checkout', 'common']);
  const { discounts } = quote;
  const isReduced = quote.subtotal !== quote.total;
  const isDiscounted = quote.subtotal !== quote.discountedTotal;
  const isPaidInPart = isNotZero(quote.storeCreditUsed) || isNotZero(quote.referralBonusUsed);
  return (
    <Root>
      <PriceBreakdown aria-label={t('checkout:receipt.label')}>
        {quote.lines.map((line) => (
          <PriceBreakdownRow
            key={line.id}
            kind="goods"
            label={<GoodsLabel line={line} goods={cart.lines.find(({ id }) => id === line.id)} cart={cart} />}
            amount={formatDecimal(line.linePrice)}
          />
        ))}
        {isReduced && (
          <PriceBreakdownRow label={t('checkout:receipt.subtotal')} amount={formatDecimal(quote.subtotal)} />
        )}
        {isNotZero(discounts.referral) && (
          <PriceBreakdownRow
            kind="saving"
            label={t('checkout:receipt.referral')}
            amount={formatDeduction(discounts.referral)}
          />
        )}
        {isNotZero(discounts.tier) && (
          <PriceBreakdownRow
            kind="saving"
            label={t('checkout:receipt.tier', {
              tier: t(`common:tier.${tier}`),
              percent: discounts.tierPercent,
            })}
            amount={formatDeduction(discounts.tier)}
          />
        )}
        {isNotZero(discounts.reward) && (
          <PriceBreakdownRow
            kind="saving"
            label={t('checkout:receipt.reward')}
            amount={formatDeduction(discounts.reward)}
          />
        )}
        {isDiscounted && isPaidInPart && (
          <PriceBreakdownRow
            label={t('checkout:receipt.discounted')}
            amount={formatDecimal(quote.discountedTotal)}
          />
        )}
        {isNotZero(quote.storeCreditUsed) && (
          <PriceBreakdownRow
            kind="saving"
            label={t('checkout:receipt.credit')}
            amount={formatDeduction(quote.storeCreditUsed)}
          />
        )}
        {isNotZero(quote.referralBonusUsed) && (
          <PriceBreakdownRow
            kind="saving"
            label={t('checkout:receipt.bonus')}
            amount={formatDeduction(quote.referralBonusUsed)}
          />
        )}
        <PriceBreakdownRow
          kind="total"
          label={t('checkout:receipt.total')}
          amount={<TickingNumber value={parseDecimalToCents(quote.total)} format={formatCents} />}
        />
      </PriceBreakdown>
    </Root>
  );
}
