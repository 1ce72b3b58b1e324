import { chakra } from '@chakra-ui/react/styled-system';
import { type ReactNode, useState } from 'react';
import type { SignInMethod } from '@pax/contracts';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { Icon, type IconName } from '../../../ui/components/base/icon';
import { Logo } from '../../../ui/components/base/logo';
import { Surface } from '../../../ui/components/base/surface';
import { discordSignInAddress } from '../../../lib/values/urls';
import { Button, ButtonLink } from '../../../ui/components/base/button';
import { SecondStepForm } from '../../../ui/components/second-step/second-step-form';
import type { Access } from './use-access';
import { AdminCodeDialog } from './admin-code-dialog';
import { LogoutLink, type LogoutProps } from '../layout/logout-link';
import { TextElement } from '../../../ui/components/base/text-element';

const Whole = chakra('main', {
  base: {
    minHeight: '100dvh',
    display: 'grid',
    gridTemplateRows: 'auto 1fr',
    gridTemplateColumns: 'minmax(0, 1fr)',
    justifyItems: 'center',
    px: '4',
    py: '6',
    '&[data-tone=alert]': {
      bg: 'plinthBases',
      backgroundImage:
        'radial-gradient(ellipse 80% 60% at 50% 45%, {colors.plinthBasesGlow}, transparent 100%)',
    },
  },
});
const Card = chakra(Surface, {
  base: {
    alignSelf: 'center',
    width: 'full',
    maxWidth: '440px',
    display: 'grid',
    gridTemplateColumns: 'minmax(0, 1fr)',
    gap: '5',
    justifyItems: 'center',
    textAlign: 'center',
    '&[data-tone=alert]': { '--notch-edge': 'colors.danger', '--notch-step': '8px' },
  },
});
const Sign = chakra('span', {
  base: {
    display: 'grid',
    placeItems: 'center',
    width: '72px',
    height: '72px',
    layerStyle: 'notchClip',
    '--notch-step': '8px',
    bg: 'raised',
    color: 'accent',
    '&[data-tone=alert]': { bg: 'danger', color: 'onDanger' },
  },
});
const Title = chakra('h1', { base: { textStyle: 'title', hyphens: 'auto', overflowWrap: 'anywhere' } });
const Text = chakra('p', { base: { color: 'muted', maxWidth: '40ch', mt: '2' } });
const Acts = chakra('div', {
  base: { display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: '3', width: 'full' },
});

interface AccessCardProps {
  readonly icon: IconName;
  readonly title: string;
  readonly text: string;
  /** Colour of the screen; `alert` marks a state that needs attention. */
  readonly tone?: 'calm' | 'alert';
  readonly children: ReactNode;
}

/** Full-page message with an icon, one sentence and a button. */
function AccessCard({ icon, title, text, tone = 'calm', children }: AccessCardProps) {
  return (
    <Whole data-tone={tone}>
      <Logo />
      <Card data-tone={tone} pad="lg" role={tone === 'alert' ? 'alert' : undefined}>
        <Sign data-tone={tone}>
          <Icon name={icon} size={36} />
        </Sign>
        <div>
          <Title>{title}</Title>
          <Text>{text}</Text>
        </div>
        <Acts>{children}</Acts>
      </Card>
    </Whole>
  );
}

interface NoAccessProps extends LogoutProps {
  readonly access: Exclude<Access, 'open' | 'checking'>;
  /** Sign-in methods that would give access to the panel; used if `access` is `weak`. */
  readonly signInWith: readonly SignInMethod[];
  readonly recheck: () => void;
  readonly reload: () => void;
}

const ICONS = {
  visitor: 'user',
  denied: 'lock',
  weak: 'lock',
  step: 'shield',
  blocked: 'alert',
  failed: 'alert',
} as const satisfies Record<NoAccessProps['access'], IconName>;
const ALL_WAYS: readonly SignInMethod[] = ['discord', 'admin-code'];

/** Offers to sign in with Discord or an admin code, because a password gives no access to the panel. */
function SignInMethods({
  ways,
  reload,
}: Pick<NoAccessProps, 'reload'> & { readonly ways: readonly SignInMethod[] }) {
  const { t } = useTranslation('admin');
  const [asking, setAsking] = useState(false);
  return (
    <>
      {ways.includes('discord') && (
        <ButtonLink kind="primary" size="lg" icon="chat" href={discordSignInAddress('/admin')}>
          {t('access.visitor.discord')}
        </ButtonLink>
      )}
      <Button size="lg" icon="shield" onClick={() => setAsking(true)}>
        {t('access.visitor.quick')}
      </Button>
      <AdminCodeDialog open={asking} onClose={() => setAsking(false)} reload={reload} />
    </>
  );
}

/** Page for users without access to the panel, with the next step for each state. */
export function NoAccess({ access, signInWith, recheck, reload, onLogout }: NoAccessProps) {
  const { t } = useTranslation(['admin', 'common']);
  const icon = ICONS[access];
  const shop = (
    <ButtonLink asChild kind={access === 'weak' ? 'bare' : 'primary'} size="lg">
      <Link to="/">{t(access === 'blocked' ? 'admin:access.blocked.back' : 'admin:head.shop')}</Link>
    </ButtonLink>
  );
  return (
    <AccessCard
      icon={icon}
      tone={access === 'blocked' ? 'alert' : 'calm'}
      title={t(`admin:access.${access}.title`)}
      text={t(`admin:access.${access}.text`)}
    >
      {access === 'visitor' && <SignInMethods ways={ALL_WAYS} reload={reload} />}
      {access === 'weak' && <SignInMethods ways={signInWith} reload={reload} />}
      {access === 'step' && <SecondStepForm onPassed={recheck} />}
      {access === 'failed' && (
        <Button size="lg" icon="refresh" onClick={recheck}>
          {t('common:retry')}
        </Button>
      )}
      {access !== 'visitor' && access !== 'step' && <TextElement>{shop}</TextElement>}
      {(access === 'denied' || access === 'weak' || access === 'step') && <LogoutLink onLogout={onLogout} />}
    </AccessCard>
  );
}
