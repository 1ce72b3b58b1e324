import { chakra } from '@chakra-ui/react/styled-system';
import { parseDecimalToCents, getCartLineName, type Quote, type TierName } from '@pax/contracts';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { PriceBreakdown, PriceBreakdownRow } from '../../ui/components/shop/price-breakdown';
import { TickingNumber } from '../../ui/components/shop/ticking-number';
import { formatCents, formatDecimal } from '../../lib/values/format';

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

interface QuoteReceiptProps {
  readonly quote: Quote;
  /** Tier that is named on the line of the tier discount. */
  readonly tier: TierName;
}

/** List of price lines that add up to the total. */
export function QuoteReceipt({ quote, tier }: QuoteReceiptProps) {
  const { t } = useTranslation(['checkout', 'common']);
  const { t: words } = useTranslation('checkout');
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
            label={
              <>
                <span>{priceLineLabelOf(words, line)}</span>
                {line.quantity > 1 && (
                  <Each>{words('receipt.each', { amount: formatDecimal(line.unitPrice) })}</Each>
                )}
              </>
            }
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
