import { chakra } from '@chakra-ui/react/styled-system';
import type { UseFormReturn } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { Checkbox } from '../../components/form/checkbox';
import { TextLink } from '../../components/base/page';
import { Skeleton } from '../../components/feedback/skeleton';
import { useHoldHours } from '../../lib/http/delivery';
import type { PayMethod } from '../../lib/http/payment-methods';
import { useServerInfo } from '../../lib/http/server-info';
import type { CheckoutFields } from './checkout-form';
import { MethodCards } from './method-cards';
import { SignInBanner } from './sign-in-banner';

const Dimmed = chakra('div', {
  base: { display: 'grid', gap: '3', transition: 'opacity 160ms', '&[data-dimmed]': { opacity: 0.75 } },
});
const Note = chakra('p', { base: { color: 'muted', textStyle: 'small' } });
const Links = chakra('p', {
  base: { display: 'flex', flexWrap: 'wrap', columnGap: '5', rowGap: '2', textStyle: 'small' },
});

/** How long goods are set aside where the payment takes its time. */
function Kept({ method }: { readonly method: PayMethod }) {
  const { t } = useTranslation('checkout');
  const hours = useHoldHours(method);
  return <Note>{t(method === 'crypto' ? 'pay.kept.crypto' : 'pay.kept.slow', { hours })}</Note>;
}

interface PaySectionProps {
  readonly form: UseFormReturn<CheckoutFields>;
  readonly signedIn: boolean;
  /** Those switched on; undefined while unknown. */
  readonly methods: readonly PayMethod[] | undefined;
  readonly method: PayMethod | undefined;
  readonly onMethod: (method: PayMethod) => void;
  /** Nothing is left to pay: then no method is needed. */
  readonly isFree: boolean;
  readonly onLeave: () => void;
}

/** Method and consent; dimmed with a banner for visitors. */
export function PaySection({ form, signedIn, methods, method, onMethod, isFree, onLeave }: PaySectionProps) {
  const { t } = useTranslation('checkout');
  const invite = useServerInfo()?.inviteLink;
  const consentError = form.formState.errors.consent;
  const ways = () => {
    if (isFree) return <Note>{t('pay.free')}</Note>;
    if (!methods) return <Skeleton height="72px" />;
    if (methods.length === 0) return <Note>{t('pay.closed')}</Note>;
    return <MethodCards methods={methods} value={method} onChange={onMethod} disabled={!signedIn} />;
  };
  return (
    <>
      {!signedIn && <SignInBanner onLeave={onLeave} />}
      <Dimmed data-dimmed={signedIn ? undefined : true}>
        {ways()}
        {!isFree && method && methods?.includes(method) && <Kept method={method} />}
        <Checkbox
          disabled={!signedIn}
          error={consentError && t('pay.consentWrong')}
          {...form.register('consent', { validate: (agreed) => agreed })}
        >
          {t('pay.consent')}
        </Checkbox>
      </Dimmed>
      <Links>
        <TextLink asChild onClick={onLeave}>
          <Link to="/refund-policy">{t('pay.refunds')}</Link>
        </TextLink>
        {invite && (
          <TextLink href={invite} target="_blank" rel="noreferrer">
            {t('pay.help')}
          </TextLink>
        )}
      </Links>
    </>
  );
}
