import { chakra } from '@chakra-ui/react/styled-system';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { computeCustomCoinPrice, type Product } from '@pax/contracts';
import { useState } from 'react';
import { Gauge } from '../../../ui/components/shop/gauge';
import { Skeleton } from '../../../ui/components/feedback/skeleton';
import { TickingNumber } from '../../../ui/components/shop/ticking-number';
import { toMemberPrice, useMemberTerms } from '../../../lib/http/member-price';
import { coinStockQuery } from '../../../lib/http/use-products';
import { formatInMillions, formatCents, formatMillions } from '../../../lib/values/format';
import { toPoolMillions, isValidMillions, type EnteredMillions } from './purchase-rules';
import { Button } from '../../../ui/components/base/button';
import { Surface } from '../../../ui/components/base/surface';
import { CoinAmountInput, CoinPriceFacts } from './coin-amount-input';
import { CoinPriceList } from './product-price';

/** Possible full values of the gauge; the smallest one that is not below the pool is used. */
const FULL_AT = [1, 2, 5, 10, 20, 50, 100, 1000].map((billions) => billions * 1e9);

const formatGaugeValue = (millions: number) => formatInMillions(millions * 1e6);
const PoolBox = chakra('div', { base: { gridArea: 'pool', minHeight: '41px' } });
const Value = chakra('span', { base: { fontWeight: 'semibold', color: 'money' } });

/** Live gauge of the coins available for purchase, in millions. */
function PoolGauge({ pool }: { readonly pool: number | undefined }) {
  const { t } = useTranslation('shop');
  const { isError } = useQuery(coinStockQuery);
  // After a failure no placeholder is shown, because it would look as if the pool were still loading.
  if (pool === undefined && isError) return null;
  if (pool === undefined)
    return (
      <PoolBox aria-hidden="true">
        <Skeleton height="41px" />
      </PoolBox>
    );
  const millions = toPoolMillions(pool);
  return (
    <PoolBox>
      <Gauge
        size="sm"
        label={t('pool.label')}
        value={pool}
        max={FULL_AT.find((mark) => pool <= mark) ?? pool}
        valueText={t('pool.read', { millions: formatGaugeValue(millions) })}
        tone={millions > 0 ? 'money' : 'danger'}
      >
        <Value>
          <TickingNumber
            value={millions}
            format={(shown) => t('pool.value', { millions: formatGaugeValue(shown) })}
          />
        </Value>
      </Gauge>
    </PoolBox>
  );
}

const Root = chakra('div', {
  base: {
    display: 'grid',
    rowGap: '3',
    columnGap: '6',
    gridTemplateAreas: { base: '"head" "pool" "choice" "deal"', md: '"head pool" "choice deal"' },
    gridTemplateColumns: { base: 'minmax(0, 1fr)', md: 'minmax(0, 1fr) 250px' },
    alignItems: 'start',
  },
});
const Choice = chakra('div', { base: { gridArea: 'choice', display: 'grid', gap: '2.5', minWidth: '0' } });
const Heading = chakra('h2', { base: { gridArea: 'head', textStyle: 'subheading' } });
const Deal = chakra('div', { base: { gridArea: 'deal', display: 'grid', gap: '2.5' } });
/** The sum, which a phone shows on the button only. */
const Sum = chakra('p', {
  base: {
    display: { base: 'none', md: 'flex' },
    alignItems: 'baseline',
    justifyContent: 'space-between',
    gap: '2',
  },
});
const Amount = chakra('span', { base: { color: 'muted', textStyle: 'numeric' } });
const Total = chakra('span', {
  base: { fontSize: 'xl', fontWeight: 'bold', lineHeight: 'tight', textStyle: 'numeric' },
});

export interface QuickCoinsProps {
  /** Product for custom amounts of coins; undefined until it is loaded, null where there is none. */
  readonly product: Product | null | undefined;
  /** Coins available for purchase; undefined until they are loaded. */
  readonly pool: number | undefined;
  readonly onBuy: (product: Product, amount: EnteredMillions) => void;
}

const START = 100;
/** Maximum of the slider in millions until the pool is loaded. */
const UNKNOWN_MAX = 250;

/**
 * The coin pool, with a form to buy an amount without a dialog. The form is inert until its data are loaded, so that
 * the layout does not shift, and missing where the pool is empty.
 */
export function QuickCoins({ product, pool, onBuy }: QuickCoinsProps) {
  const { t } = useTranslation('shop');
  const [chosen, setChosen] = useState<EnteredMillions>(START);
  const terms = useMemberTerms();
  const max = pool === undefined ? UNKNOWN_MAX : toPoolMillions(pool);
  if (max < 1 || product === null)
    return (
      <Surface p={{ base: '3.5', md: '5' }}>
        <PoolGauge pool={pool} />
      </Surface>
    );
  const isInert = product === undefined || pool === undefined;
  const entered = isValidMillions(chosen) ? Math.min(chosen, max) : chosen;
  const value = isValidMillions(entered) ? entered : undefined;
  const price = value === undefined ? 0 : toMemberPrice(computeCustomCoinPrice(value), terms);
  return (
    <Surface asChild p={{ base: '3.5', md: '5' }}>
      <section aria-label={t('quick.heading')} inert={isInert}>
        <Root>
          <Heading>{t('quick.heading')}</Heading>
          <PoolGauge pool={pool} />
          <Choice>
            <CoinAmountInput value={entered} onChange={setChosen} max={max} />
            <CoinPriceList millions={value} />
          </Choice>
          <Deal>
            <Sum>
              <Amount>{value === undefined ? '–' : formatMillions(value)}</Amount>
              <Total>
                <TickingNumber value={price} format={formatCents} />
              </Total>
            </Sum>
            <CoinPriceFacts value={value} onChange={setChosen} max={max} />
            <Button kind="primary" size="lg" icon="zap" onClick={() => product && onBuy(product, entered)}>
              {value === undefined
                ? t('quick.buyBare')
                : t('quick.buy', {
                    amount: formatMillions(value),
                    price: formatCents(price),
                  })}
            </Button>
          </Deal>
        </Root>
      </section>
    </Surface>
  );
}
