import { chakra } from '@chakra-ui/react/styled-system';
import type { CurrentUser } from '@pax/contracts';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { Icon } from '../../../ui/components/base/icon';
import { TextLink } from '../../../ui/components/base/page';
import type { useClaim } from './use-claim';

const Instructions = chakra('ol', { base: { display: 'grid', gap: '1', counterReset: 'step', my: '4' } });
const Instruction = chakra('li', {
  base: {
    display: 'grid',
    gridTemplateColumns: '28px minmax(0, 1fr) auto',
    alignItems: 'center',
    columnGap: '2',
    minHeight: 'touch',
    counterIncrement: 'step',
    _before: {
      content: 'counter(step)',
      display: 'grid',
      placeItems: 'center',
      width: '24px',
      height: '24px',
      bg: 'raised',
      color: 'accent',
      fontSize: 'sm',
      fontWeight: 'bold',
    },
  },
});
const Done = chakra('span', {
  base: { display: 'inline-flex', gap: '1.5', color: 'money', textStyle: 'label' },
});
export const Text = chakra('p', { base: { color: 'muted', maxWidth: 'prose' } });
const Refusal = chakra('div', {
  base: {
    display: 'grid',
    gap: '2',
    mt: '4',
    p: '3',
    bg: 'raised',
    borderInlineStartWidth: '3px',
    borderColor: 'info',
  },
});

const Outside = ({ href, children }: { readonly href: string; readonly children: ReactNode }) => (
  <TextLink href={href} target="_blank" rel="noreferrer" textStyle="label">
    {children}
  </TextLink>
);

interface ClaimStepsProps {
  readonly me: CurrentUser | null | undefined;
  readonly invite: string | undefined;
  readonly onLeave: () => void;
}

/** The steps to the free coins: join, link, claim. */
export function ClaimSteps({ me, invite, onLeave }: ClaimStepsProps) {
  const { t } = useTranslation('home');
  const linked = typeof me?.discordId === 'string';
  return (
    <Instructions>
      <Instruction>
        {t('freeCoins.join')}
        {invite && <Outside href={invite}>{t('freeCoins.open')}</Outside>}
      </Instruction>
      <Instruction>
        {t('freeCoins.link')}
        {linked && (
          <Done>
            <Icon name="check" size={18} />
            {t('freeCoins.linked')}
          </Done>
        )}
        {me && !linked && (
          <TextLink asChild textStyle="label">
            <Link to="/account" onClick={onLeave}>
              {t('freeCoins.toAccount')}
            </Link>
          </TextLink>
        )}
      </Instruction>
      <Instruction>{t('freeCoins.get')}</Instruction>
    </Instructions>
  );
}

interface ClaimRefusalProps {
  readonly refused: ReturnType<typeof useClaim>['refused'];
}

/** The reason of a refused claim, with its remedy; problems that a field shows itself are left out. */
export function ClaimRefusal({ refused }: ClaimRefusalProps) {
  const { t } = useTranslation('home');
  if (!refused || refused.reason === 'name' || refused.reason === 'signIn') return null;
  return (
    <Refusal>
      <p>{t(`freeCoins.reason.${refused.reason}`)}</p>
      {refused.blocked && <Text textStyle="small">{t('freeCoins.blocked')}</Text>}
      {refused.invite && <Outside href={refused.invite}>{t('freeCoins.open')}</Outside>}
    </Refusal>
  );
}
