import { chakra } from '@chakra-ui/react/styled-system';
import { useTranslation } from 'react-i18next';
import { Icon } from '../../../ui/components/base/icon';
import { useDeliveryTimes, type PayMethod } from '../../../lib/http/shop-info';
import type { CheckoutCartLine } from '../checkout-cart';

const List = chakra('ul', {
  base: {
    display: 'grid',
    gap: '1.5',
    color: 'muted',
    textStyle: 'small',
    '& > li': { display: 'flex', gap: '1.5', alignItems: 'start', minWidth: '0' },
    '& svg': { flexShrink: '0', mt: '3px', color: 'money' },
  },
});

interface PaymentFactsProps {
  /** Payment methods that the shop has enabled; undefined until they are loaded. */
  readonly methods: readonly PayMethod[] | undefined;
  readonly lines: readonly CheckoutCartLine[];
}

/** Facts to read before paying: payment method, delivery time, live tracking of the delivery. */
export function PaymentFacts({ methods = [], lines }: PaymentFactsProps) {
  const { t } = useTranslation('checkout');
  const delivery = useDeliveryTimes();
  const hasCoins = lines.some(({ category }) => category === 'coins');
  const hasOther = lines.some(({ category }) => category !== 'coins');
  const when = hasCoins && hasOther ? 'both' : hasCoins ? 'coins' : 'other';
  return (
    <List aria-label={t('pay.promise.label')}>
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
