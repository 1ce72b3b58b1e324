import { chakra } from '@chakra-ui/react/styled-system';
import { customCoinPrice, type Product } from '@pax/contracts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../../ui/components/base/button';
import { Surface } from '../../../ui/components/base/surface';
import { TickingNumber } from '../../../ui/components/shop/ticking-number';
import { formatCents, formatMillions } from '../../../lib/values/format';
import { CoinAmount, CoinFacts } from './coin-amount';
import { isAmount, poolMillions, type EnteredMillions } from './purchase-rules';
import { PriceBreaks } from './price-breaks';

const Root = chakra('div', {
  base: {
    display: 'grid',
    gap: { base: '3', md: '6' },
    gridTemplateColumns: { md: 'minmax(0, 1fr) 250px' },
    alignItems: 'start',
  },
});
const Choice = chakra('div', { base: { display: 'grid', gap: '2.5', minWidth: '0' } });
const Heading = chakra('h2', { base: { textStyle: 'subheading' } });
const Deal = chakra('div', { base: { display: 'grid', gap: '2.5' } });
const Sum = chakra('p', {
  base: { display: 'flex', alignItems: 'baseline', justifyContent: 'space-between', gap: '2' },
});
const Amount = chakra('span', { base: { color: 'muted', textStyle: 'numeric' } });
const Total = chakra('span', {
  base: { fontSize: 'xl', fontWeight: 'bold', lineHeight: 'tight', textStyle: 'numeric' },
});

interface QuickCoinsProps {
  /** The custom coin product; undefined while loading. */
  readonly product: Product | undefined;
  /** Free coins; undefined while unknown. */
  readonly pool: number | undefined;
  readonly onBuy: (product: Product, amount: EnteredMillions) => void;
}

const START = 100;
/** Maximum of the slider until the pool is known, millions. */
const UNKNOWN_MAX = 250;

/**
 * Buys a custom amount without a dialog. Rendered from the start to avoid a layout shift, inert until its
 * data are loaded.
 */
export function QuickCoins({ product, pool, onBuy }: QuickCoinsProps) {
  const { t } = useTranslation('shop');
  const [chosen, setChosen] = useState<EnteredMillions>(START);
  const max = pool === undefined ? UNKNOWN_MAX : poolMillions(pool);
  if (max < 1) return null;
  const isInert = product === undefined || pool === undefined;
  const entered = isAmount(chosen) ? Math.min(chosen, max) : chosen;
  const value = isAmount(entered) ? entered : undefined;
  return (
    <Surface asChild p={{ base: '3.5', md: '5' }}>
      <section aria-label={t('quick.heading')} inert={isInert}>
        <Root>
          <Choice>
            <Heading>{t('quick.heading')}</Heading>
            <CoinAmount value={entered} onChange={setChosen} max={max} />
            <PriceBreaks millions={value} />
          </Choice>
          <Deal>
            <Sum>
              <Amount>{value === undefined ? '–' : formatMillions(value)}</Amount>
              <Total>
                <TickingNumber
                  value={value === undefined ? 0 : customCoinPrice(value)}
                  format={formatCents}
                />
              </Total>
            </Sum>
            <CoinFacts value={value} onChange={setChosen} max={max} />
            <Button kind="primary" size="lg" icon="zap" onClick={() => product && onBuy(product, entered)}>
              {value === undefined
                ? t('quick.buyBare')
                : t('quick.buy', {
                    amount: formatMillions(value),
                    price: formatCents(customCoinPrice(value)),
                  })}
            </Button>
          </Deal>
        </Root>
      </section>
    </Surface>
  );
}
