import { chakra } from '@chakra-ui/react/styled-system';
import { minutesOrHours } from '@pax/contracts';
import { useTranslation } from 'react-i18next';
import { useDiscordServerInfo, useSeller, type PayMethod } from '../../../lib/http/shop-info';
import { PayMark } from './pay-mark';

const List = chakra('ul', {
  base: {
    display: 'flex',
    flexWrap: 'wrap',
    alignItems: 'center',
    columnGap: '3',
    rowGap: '0.5',
    color: 'muted',
    textStyle: 'tiny',
    '& > li': { overflowWrap: 'anywhere' },
  },
});
const Marks = chakra('li', { base: { display: 'flex', gap: '1' } });

interface TrustFactsProps {
  /** Payment methods that the shop has enabled; undefined until they are loaded. */
  readonly methods: readonly PayMethod[] | undefined;
}

/** Seller, refund rule and measured delivery time, with the marks of the payment methods. */
export function TrustFacts({ methods = [] }: TrustFactsProps) {
  const { t } = useTranslation('checkout');
  const seller = useSeller().data;
  const info = useDiscordServerInfo();
  const minutes = info?.delivery?.measuredMinutes;
  const measured = minutes === undefined ? undefined : minutesOrHours(minutes);
  return (
    <List aria-label={t('trust.label')}>
      {methods.length > 0 && (
        <Marks aria-hidden="true">
          {methods.map((method) => (
            <PayMark key={method} method={method} size={22} />
          ))}
        </Marks>
      )}
      {seller && <li>{t('trust.seller', { name: seller.name })}</li>}
      {info && <li>{t(info.selfCancel ? 'trust.refund' : 'trust.noRefund')}</li>}
      {measured && <li>{t(`trust.${measured.unit}`, { count: measured.count })}</li>}
    </List>
  );
}
