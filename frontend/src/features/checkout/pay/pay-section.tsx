import { chakra } from '@chakra-ui/react/styled-system';
import type { UseFormReturn } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { Checkbox } from '../../../ui/components/form/checkbox';
import { TextLink } from '../../../ui/components/base/page';
import { Skeleton } from '../../../ui/components/feedback/skeleton';
import { useHoldHours, useDiscordServerInfo, type PayMethod } from '../../../lib/http/shop-info';
import type { CheckoutFields } from '../checkout-form';
import { Chip } from '../../../ui/components/shop/chip';
import { RadioCards } from '../../../ui/components/form/radio-cards';
import { PayMark } from './pay-mark';
import { Icon } from '../../../ui/components/base/icon';

const Dimmed = chakra('div', {
  base: { display: 'grid', gap: '3', transition: 'opacity 160ms', '&[data-dimmed]': { opacity: 0.75 } },
});
const Note = chakra('p', { base: { color: 'muted', textStyle: 'small' } });
const Links = chakra('p', {
  base: { display: 'flex', flexWrap: 'wrap', columnGap: '5', rowGap: '2', textStyle: 'small' },
});

/** Note on how long goods are held for slow payment methods. */
function HoldDurationNote({ method }: { readonly method: PayMethod }) {
  const { t } = useTranslation('checkout');
  const hours = useHoldHours(method);
  return <Note>{t(method === 'crypto' ? 'pay.kept.crypto' : 'pay.kept.slow', { hours })}</Note>;
}

const Title = chakra('span', {
  base: { display: 'flex', flexWrap: 'wrap', alignItems: 'center', columnGap: '2.5', rowGap: '1' },
});

interface MethodCardsProps {
  readonly methods: readonly PayMethod[];
  readonly value: PayMethod | undefined;
  readonly onChange: (method: PayMethod) => void;
  readonly disabled: boolean;
}

/** Radio cards of the enabled payment methods, each with one sentence of explanation. */
function MethodCards({ methods, ...rest }: MethodCardsProps) {
  const { t } = useTranslation('checkout');
  return (
    <RadioCards
      label={t('pay.method')}
      hideLabel
      options={methods.map((method) => ({
        value: method,
        title: (
          <Title>
            {t(`pay.${method}`)}
            {method === 'card' && <Chip tone="accent">{t('pay.recommended')}</Chip>}
          </Title>
        ),
        description: t(`pay.${method}Text`),
        aside: <PayMark method={method} size={44} />,
      }))}
      {...rest}
    />
  );
}

const Banner = chakra('div', {
  base: {
    display: 'flex',
    flexWrap: 'wrap',
    alignItems: 'center',
    gap: '3',
    p: '3.5',
    bg: 'bg',
    borderInlineStartWidth: '4px',
    borderColor: 'accent',
    '& > svg': { color: 'accent', flexShrink: 0 },
    '& > div': { flex: '1 1 200px' },
  },
});
const Strong = chakra('p', { base: { fontWeight: 'semibold' } });

/** Banner that asks a visitor to sign in before paying, as the dialog's foot offers; the cart is kept meanwhile. */
function SignInBanner() {
  const { t } = useTranslation('checkout');
  return (
    <Banner role="note">
      <Icon name="user" />
      <div>
        <Strong>{t('signIn.title')}</Strong>
        <Note>{t('signIn.text')}</Note>
      </div>
    </Banner>
  );
}

interface PaySectionProps {
  readonly form: UseFormReturn<CheckoutFields>;
  readonly signedIn: boolean;
  /** Payment methods that the shop has enabled; undefined until they are loaded. */
  readonly methods: readonly PayMethod[] | undefined;
  readonly method: PayMethod | undefined;
  readonly onMethod: (method: PayMethod) => void;
  /** True when credit covers the whole price, so that no payment method is needed. */
  readonly isFree: boolean;
  readonly onLeave: () => void;
}

/** Choice of the payment method, and the buyer's consent; dimmed with a banner for visitors. */
export function PaySection({ form, signedIn, methods, method, onMethod, isFree, onLeave }: PaySectionProps) {
  const { t } = useTranslation('checkout');
  const invite = useDiscordServerInfo()?.inviteLink;
  const consentError = form.formState.errors.consent;
  const renderPaymentChoice = () => {
    if (isFree) return <Note>{t('pay.free')}</Note>;
    if (!methods) return <Skeleton height="72px" />;
    if (methods.length === 0) return <Note>{t('pay.closed')}</Note>;
    return <MethodCards methods={methods} value={method} onChange={onMethod} disabled={!signedIn} />;
  };
  return (
    <>
      {!signedIn && <SignInBanner />}
      <Dimmed data-dimmed={signedIn ? undefined : true}>
        {renderPaymentChoice()}
        <Checkbox
          disabled={!signedIn}
          error={consentError && t('pay.consentWrong')}
          {...form.register('consent', { validate: (agreed) => agreed })}
        >
          {t('pay.consent')}
        </Checkbox>
        {!isFree && method && methods?.includes(method) && <HoldDurationNote method={method} />}
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
