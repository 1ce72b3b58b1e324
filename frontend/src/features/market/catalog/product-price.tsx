import {
  BULK_LABELS_MILLIONS,
  getCentsPerMillion,
  LOWEST_RATE,
  parseDecimalToCents,
  REFERRAL_DISCOUNT_PERCENT,
  type Product,
} from '@pax/contracts';
import { chakra } from '@chakra-ui/react/styled-system';
import { useTranslation } from 'react-i18next';
import { formatCents, formatMillions } from '../../../lib/values/format';
import { toMemberPrice, useMemberTerms } from '../../../lib/http/member-price';
import { Price } from '../../../ui/components/shop/price';
import { TickingNumber } from '../../../ui/components/shop/ticking-number';

/** Amounts from which the price per million changes, in millions. */
const PRICE_BREAKS = [1, ...BULK_LABELS_MILLIONS] as const;

const List = chakra('ol', {
  base: {
    display: 'flex',
    flexWrap: 'wrap',
    columnGap: { base: '1.5', md: '2' },
    rowGap: '1.5',
    textStyle: 'numeric',
    fontSize: 'xs',
    lineHeight: 'snug',
  },
});
const Item = chakra('li', {
  base: {
    display: 'grid',
    flex: '1 1 2.75rem',
    gap: '0.5',
    pt: '1.5',
    borderTopWidth: '3px',
    borderColor: 'line',
    color: 'muted',
    whiteSpace: 'nowrap',
    '& > b': { fontWeight: 'semibold', fontSize: 'sm' },
    '&[aria-current]': { borderColor: 'accent', color: 'text' },
    '&[aria-current] > b': { color: 'money' },
  },
});

/** List of the prices per million by amount; the price for the chosen amount is marked. */
export function CoinPriceList({ millions }: { readonly millions: number | undefined }) {
  const { t } = useTranslation('shop');
  const current = PRICE_BREAKS.findLast((from) => millions !== undefined && millions >= from);
  return (
    <List aria-label={t('custom.ladder')}>
      {PRICE_BREAKS.map((from, place) => (
        <Item key={from} aria-current={from === current ? 'true' : undefined}>
          <span>
            {place === 0
              ? t('custom.tiers.under', { amount: formatMillions(BULK_LABELS_MILLIONS[0]) })
              : t('custom.tiers.from', { amount: formatMillions(from) })}
          </span>
          <b>{formatCents(getCentsPerMillion(from))}</b>
        </Item>
      ))}
    </List>
  );
}

const From = chakra('span', {
  base: {
    display: 'inline-block',
    fontWeight: 'semibold',
    textStyle: 'numeric',
    fontSize: 'md',
    lineHeight: 'snug',
  },
});

const Member = chakra('span', {
  base: { display: 'block', color: 'loyalty', fontSize: 'xs', fontWeight: 'medium' },
});

interface ProductPriceProps {
  readonly product: Product;
  readonly size?: 'sm' | 'md' | 'lg';
}

/**
 * Price that the quote for one piece gives the user, with the former or the list price struck through; changes are
 * animated. For custom coins the lowest price per million.
 */
export function ProductPrice({ product, size = 'md' }: ProductPriceProps) {
  const { t } = useTranslation('shop');
  const terms = useMemberTerms();
  if (product.isCustom) return <From>{t('card.from', { price: formatCents(LOWEST_RATE) })}</From>;
  const cents = parseDecimalToCents(product.price);
  const was = product.originalPrice === null ? cents : parseDecimalToCents(product.originalPrice);
  const now = toMemberPrice(cents, terms);
  return (
    <>
      <Price
        size={size}
        now={<TickingNumber value={now} format={formatCents} />}
        before={was === now ? undefined : formatCents(was)}
      />
      {terms && (
        <Member>
          {t('card.member', {
            percent: terms.tierPercent + (terms.referred ? REFERRAL_DISCOUNT_PERCENT : 0),
          })}
        </Member>
      )}
    </>
  );
}
