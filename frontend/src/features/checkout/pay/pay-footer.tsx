import { chakra } from '@chakra-ui/react/styled-system';
import { useTranslation } from 'react-i18next';
import { useId } from 'react';
import type { PayMethod } from '../../../lib/http/shop-info';
import { Link } from 'react-router-dom';
import { useMediaQuery } from '../../../lib/hooks/use-media-query';
import { TrustFacts } from './trust-facts';
import { WIDE } from '../../../ui/theme/media-queries';
import { Button, ButtonLink } from '../../../ui/components/base/button';
import { TextLink } from '../../../ui/components/base/page';
import { signInAddress } from '../../../lib/values/sign-in-address';
import { discordSignInAddress } from '../../../lib/values/urls';
import { formatDecimal } from '../../../lib/values/format';

const Foot = chakra('div', { base: { display: 'grid', gap: '2' } });
/** Button and note: one line on phones, whose note is read aloud only; side by side in two columns. */
const Bar = chakra('div', {
  base: {
    display: 'grid',
    gap: '2',
    alignItems: 'center',
    [`@media ${WIDE}`]: {
      gridTemplateColumns: 'minmax(0, 1fr) 400px',
      columnGap: '10',
      '& > button': { order: '1' },
    },
  },
});
const Small = chakra('p', {
  base: { color: 'muted', textStyle: 'small', textAlign: { base: 'center', lg: 'start' } },
});
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
}

/** Pay button with the amount, and a note on what happens after pressing it. */
export function PayFooter(props: PayFooterProps) {
  const { form, total, method, isFree, isEmpty, namesMissing, busy, slow, onRetry, methods } = props;
  const { t } = useTranslation('checkout');
  const id = useId();
  const isWide = useMediaQuery(WIDE);
  const isMissing = namesMissing || (!method && !isFree);
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
      <Bar>
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
        <div>
          <Small id={id} srOnly={isMissing ? false : { base: true, lg: false }}>
            {payNoteText()}
          </Small>
          {isWide && <TrustFacts methods={methods} />}
        </div>
      </Bar>
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
