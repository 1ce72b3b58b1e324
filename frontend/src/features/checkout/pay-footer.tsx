import { chakra } from '@chakra-ui/react/styled-system';
import { useTranslation } from 'react-i18next';
import { useId } from 'react';
import { Icon } from '../../ui/components/base/icon';
import { useDeliveryTimes, type PayMethod } from '../../lib/http/shop-info';
import type { CheckoutCartLine } from './checkout-cart';
import { Link } from 'react-router-dom';
import { Button, ButtonLink } from '../../ui/components/base/button';
import { TextLink } from '../../ui/components/base/page';
import { signInAddress } from '../../lib/values/sign-in-address';
import { discordSignInAddress } from '../../lib/values/urls';
import { formatDecimal } from '../../lib/values/format';

const List = chakra('ul', {
  base: {
    display: 'grid',
    // The lines are centred as one block as wide as the longest line, so that all start at the same edge.
    gridTemplateColumns: 'fit-content(100%)',
    justifyContent: 'center',
    gap: '1',
    color: 'muted',
    textStyle: 'tiny',
    '& > li': { display: 'flex', gap: '1.5', alignItems: 'start', minWidth: '0' },
    '& svg': { flexShrink: '0', mt: '1px', color: 'money' },
  },
});

interface PaymentFactsProps {
  /** Payment methods that the shop has enabled; undefined until they are loaded. */
  readonly methods: readonly PayMethod[] | undefined;
  readonly lines: readonly CheckoutCartLine[];
}

/** Facts shown before paying: payment method, delivery time, live tracking of the delivery. */
function PaymentFacts({ methods = [], lines }: PaymentFactsProps) {
  const { t } = useTranslation('checkout');
  const delivery = useDeliveryTimes();
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
  /** Id of the form that the button submits. */
  readonly form: string;
  /** Total price as a decimal string, as in calls. */
  readonly total: string;
  readonly method: PayMethod | undefined;
  readonly isFree: boolean;
  readonly isEmpty: boolean;
  /** True when the game name or the Discord name is empty; pressing the button then shows what is missing. */
  readonly namesMissing: boolean;
  readonly busy: boolean;
  readonly slow: boolean;
  readonly onRetry: () => void;
  /** Payment methods that the shop has enabled; undefined until they are loaded. */
  readonly methods: readonly PayMethod[] | undefined;
  readonly lines: readonly CheckoutCartLine[];
}

/** Pay button with the amount, and a note on what happens after pressing it. */
export function PayFooter(props: PayFooterProps) {
  const { form, total, method, isFree, isEmpty, namesMissing, busy, slow, onRetry, methods, lines } = props;
  const { t } = useTranslation('checkout');
  const id = useId();
  const payNoteText = () => {
    if (namesMissing) return `${t('notice.missing')}: ${t('notice.missingText')}`;
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
        // The button stays enabled while names are missing, so that pressing it shows what is missing.
        aria-disabled={namesMissing || undefined}
        aria-describedby={id}
      >
        {busy
          ? t('pay.leaving')
          : t(isFree ? 'pay.submitFree' : 'pay.submit', { amount: formatDecimal(total) })}
      </Button>
      <Small id={id}>{payNoteText()}</Small>
      <PaymentFacts methods={methods} lines={lines} />
    </Foot>
  );
}

const Password = chakra('p', {
  base: {
    display: 'flex',
    flexWrap: 'wrap',
    justifyContent: 'center',
    columnGap: '5',
    color: 'muted',
    textStyle: 'small',
    // The links have the height of a touch target, without a gap between the lines.
    '& a': { display: 'inline-flex', alignItems: 'center', minHeight: 'touch' },
  },
});

interface SignInFooterProps {
  /** Address to which the sign-in returns. */
  readonly returnTo: string;
  /** Called when a link to the page for signing in is followed. */
  readonly onLeave: () => void;
}

/** Ways for a visitor to sign in, in the place of the Pay button. */
export function SignInFooter({ returnTo, onLeave }: SignInFooterProps) {
  const { t } = useTranslation('checkout');
  return (
    <Foot>
      <ButtonLink kind="primary" size="lg" icon="chat" href={discordSignInAddress(returnTo)}>
        {t('signIn.discord')}
      </ButtonLink>
      <Password>
        <TextLink asChild onClick={onLeave}>
          <Link to={signInAddress(returnTo, 'register')}>{t('signIn.register')}</Link>
        </TextLink>
        <TextLink asChild onClick={onLeave}>
          <Link to={signInAddress(returnTo)}>{t('signIn.action')}</Link>
        </TextLink>
      </Password>
    </Foot>
  );
}
