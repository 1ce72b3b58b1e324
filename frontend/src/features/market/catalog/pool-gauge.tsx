import { chakra } from '@chakra-ui/react/styled-system';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Gauge } from '../../../ui/components/shop/gauge';
import { Skeleton } from '../../../ui/components/feedback/skeleton';
import { TickingNumber } from '../../../ui/components/shop/ticking-number';
import { poolQuery } from '../../../lib/http/products';
import { formatInMillions } from '../../../lib/values/format';
import { poolMillions } from './purchase-rules';

/** Scales of the gauge: the smallest that holds the pool. */
const FULL_AT = [1, 2, 5, 10, 20, 50, 100, 1000].map((billions) => billions * 1e9);

const inMillions = (millions: number) => formatInMillions(millions * 1e6);
const Root = chakra('div', { base: { minHeight: '47px' } });
const Value = chakra('span', { base: { fontWeight: 'semibold', color: 'money' } });

/** Gauge of the available coins, in millions, live. */
export function PoolGauge({ pool }: { readonly pool: number | undefined }) {
  const { t } = useTranslation('shop');
  const { isError } = useQuery(poolQuery);
  // After a failure no placeholder is shown, because nothing is loading.
  if (pool === undefined && isError) return null;
  if (pool === undefined)
    return (
      <Root aria-hidden="true">
        <Skeleton height="47px" />
      </Root>
    );
  const millions = poolMillions(pool);
  return (
    <Root>
      <Gauge
        label={t('pool.label')}
        value={pool}
        max={FULL_AT.find((mark) => pool <= mark) ?? pool}
        valueText={t('pool.read', { millions: inMillions(millions) })}
        tone={millions > 0 ? 'money' : 'danger'}
      >
        <Value>
          <TickingNumber
            value={millions}
            format={(shown) => t('pool.value', { millions: inMillions(shown) })}
          />
        </Value>
      </Gauge>
    </Root>
  );
}
