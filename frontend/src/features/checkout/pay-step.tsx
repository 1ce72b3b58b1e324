import { chakra } from '@chakra-ui/react/styled-system';
import type { UseFormReturn } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { useServerInfo } from '../../lib/api/server-info';
import { ButtonLink } from '../../components/button';
import { Checkbox } from '../../components/checkbox';
import { Chip } from '../../components/chip';
import { Icon } from '../../components/icon';
import { TextLink } from '../../components/page';
import { RadioCards } from '../../components/radio-cards';
import type { CheckoutFields } from './checkout-form';

const Dimmed = chakra('div', {
  base: { display: 'grid', gap: '3', transition: 'opacity 160ms', '&[data-dimmed]': { opacity: 0.5 } },
});
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
const Text = chakra('p', { base: { color: 'muted', textStyle: 'small' } });
const Links = chakra('p', {
  base: { display: 'flex', flexWrap: 'wrap', columnGap: '5', rowGap: '2', textStyle: 'small' },
});

/** Ways to pay that this shop has switched on. */
export type Method = 'card';

interface PayStepProps {
  readonly form: UseFormReturn<CheckoutFields>;
  readonly signedIn: boolean;
  readonly method: Method | undefined;
  readonly onMethod: (method: Method) => void;
  readonly onLeave: () => void;
}

/** Method and consent; dimmed with a banner for visitors (SHOP-2.59, SHOP-2.60, OWN-84). */
export function PayStep({ form, signedIn, method, onMethod, onLeave }: PayStepProps) {
  const { t } = useTranslation('checkout');
  const invite = useServerInfo()?.inviteLink;
  const consentError = form.formState.errors.consent;
  return (
    <>
      {!signedIn && (
        <Banner role="note">
          <Icon name="user" />
          <div>
            <Strong>{t('signIn.title')}</Strong>
            <Text>{t('signIn.text')}</Text>
          </div>
          <ButtonLink asChild onClick={onLeave}>
            <Link to="/login?next=%2F%23checkout">{t('signIn.action')}</Link>
          </ButtonLink>
        </Banner>
      )}
      <Dimmed data-dimmed={signedIn ? undefined : true}>
        <RadioCards
          label={t('pay.method')}
          hideLabel
          disabled={!signedIn}
          value={method}
          onChange={onMethod}
          options={[
            {
              value: 'card',
              title: t('pay.card'),
              description: t('pay.cardText'),
              aside: <Chip tone="accent">{t('pay.recommended')}</Chip>,
            },
          ]}
        />
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
