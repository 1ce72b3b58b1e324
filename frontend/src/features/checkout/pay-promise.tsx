import { chakra } from '@chakra-ui/react/styled-system';
import { useTranslation } from 'react-i18next';
import { Icon } from '../../ui/components/base/icon';
import { useDelivery } from '../../lib/http/delivery';
import type { PayMethod } from '../../lib/http/payment-methods';
import type { BasketLine } from './basket';

const List = chakra('ul', {
  base: {
    display: 'grid',
    // As wide as its longest line, in the middle: all of them begin at one edge.
    gridTemplateColumns: 'fit-content(100%)',
    justifyContent: 'center',
    gap: '1',
    color: 'muted',
    textStyle: 'tiny',
    '& > li': { display: 'flex', gap: '1.5', alignItems: 'start', minWidth: '0' },
    '& svg': { flexShrink: '0', mt: '1px', color: 'money' },
  },
});

interface PayPromiseProps {
  /** Payment methods switched on; undefined while unknown. */
  readonly methods: readonly PayMethod[] | undefined;
  readonly lines: readonly BasketLine[];
}

/** Facts before paying: method, delivery time, live tracking. */
export function PayPromise({ methods = [], lines }: PayPromiseProps) {
  const { t } = useTranslation('checkout');
  const delivery = useDelivery();
  const hasCoins = lines.some(({ category }) => category === 'coins');
  const hasOther = lines.some(({ category }) => category !== 'coins');
  const when = hasCoins && hasOther ? 'both' : hasCoins ? 'coins' : 'other';
  return (
    <List>
      {methods.length > 0 && (
        <li>
          <Icon name="wallet" size={14} />
          {t('pay.promise.accepted', {
            means: methods.map((method) => t(`pay.promise.means.${method}`)).join(', '),
          })}
        </li>
      )}
      {lines.length > 0 && (
        <li>
          <Icon name={hasCoins ? 'zap' : 'truck'} size={14} />
          {t(`pay.promise.${when}`, delivery)}
        </li>
      )}
      <li>
        <Icon name="eye" size={14} />
        {t('pay.promise.live')}
      </li>
    </List>
  );
}
