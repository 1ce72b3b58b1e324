import { chakra } from '@chakra-ui/react/styled-system';
import { useTranslation } from 'react-i18next';
import { useId } from 'react';
import { Icon } from '../../ui/components/base/icon';
import { useDelivery, type PayMethod } from '../../lib/http/shop-info';
import type { CheckoutCartLine } from './checkout-cart';
import { Button } from '../../ui/components/base/button';
import { formatDecimal } from '../../lib/values/format';

const List = chakra('ul', {
  base: {
    display: 'grid',
    // Centred and as wide as its longest line, so that all lines start at the same edge.
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
  readonly lines: readonly CheckoutCartLine[];
}

/** Facts before paying: method, delivery time, live tracking. */
function PayPromise({ methods = [], lines }: PayPromiseProps) {
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

const Foot = chakra('div', { base: { display: 'grid', gap: '2' } });
const Small = chakra('p', { base: { color: 'muted', textStyle: 'tiny', textAlign: 'center' } });
const Waiting = chakra('div', {
  base: {
    display: 'flex',
    flexWrap: 'wrap',
    alignItems: 'center',
    justifyContent: 'space-between',
    gap: '2',
    textStyle: 'small',
  },
});

interface PayFooterProps {
  /** The form that the button submits. */
  readonly form: string;
  readonly signedIn: boolean;
  /** Total as a decimal string, as in calls. */
  readonly total: string;
  readonly method: PayMethod | undefined;
  readonly isFree: boolean;
  readonly isEmpty: boolean;
  /** True when a name is missing; wallet payments need both. */
  readonly namesMissing: boolean;
  readonly busy: boolean;
  readonly slow: boolean;
  readonly onRetry: () => void;
  /** Payment methods switched on; undefined while unknown. */
  readonly methods: readonly PayMethod[] | undefined;
  readonly lines: readonly CheckoutCartLine[];
}

/** Pay button with the amount, and a note about what it does. */
export function PayFooter(props: PayFooterProps) {
  const {
    form,
    signedIn,
    total,
    method,
    isFree,
    isEmpty,
    namesMissing,
    busy,
    slow,
    onRetry,
    methods,
    lines,
  } = props;
  const { t } = useTranslation('checkout');
  const id = useId();
  const note = () => {
    if (namesMissing) return `${t('notice.missing')}: ${t('notice.missingText')}`;
    if (!signedIn) return t('notice.authenticationText');
    if (isFree) return t('pay.freeNote');
    return method ? t(`pay.secure.${method}`) : t('notice.methodText');
  };
  return (
    <Foot>
      {slow && (
        <Waiting role="status">
          <span>{t('pay.slow')}</span>
          <Button size="sm" icon="refresh" onClick={onRetry}>
            {t('pay.again')}
          </Button>
        </Waiting>
      )}
      <Button
        type="submit"
        form={form}
        kind="primary"
        size="lg"
        loading={busy}
        disabled={isEmpty}
        // Stays enabled, so that pressing it shows what is missing.
        aria-disabled={namesMissing || undefined}
        aria-describedby={id}
      >
        {busy
          ? t('pay.leaving')
          : t(isFree ? 'pay.submitFree' : 'pay.submit', { amount: formatDecimal(total) })}
      </Button>
      <Small id={id}>{note()}</Small>
      <PayPromise methods={methods} lines={lines} />
    </Foot>
  );
}
