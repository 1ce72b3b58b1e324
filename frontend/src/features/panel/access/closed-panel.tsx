import type { SignInWay } from '@pax/contracts';
import { useState } from 'react';
import { discordSignIn } from '../../../lib/http/discord-sign-in';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { Button, ButtonLink } from '../../../ui/components/base/button';
import type { IconName } from '../../../ui/components/base/icon-paths';
import { PassForm } from '../../../ui/components/second-step/pass-form';
import { AccessCard } from './access-card';
import type { Access } from './access-state';
import { AdminCodeDialog } from './admin-code-dialog';
import { LogoutLink, type LogoutProps } from '../layout/logout-link';
import { Words } from '../../../ui/components/base/words';

interface ClosedPanelProps extends LogoutProps {
  readonly access: Exclude<Access, 'open' | 'checking'>;
  /** With `weak`: the sign-in methods that would grant access. */
  readonly signInWith: readonly SignInWay[];
  readonly again: () => void;
  readonly reload: () => void;
}

const ICONS = {
  visitor: 'user',
  denied: 'lock',
  weak: 'lock',
  step: 'shield',
  blocked: 'alert',
  failed: 'alert',
} as const satisfies Record<ClosedPanelProps['access'], IconName>;
const ALL_WAYS: readonly SignInWay[] = ['discord', 'admin-code'];

/** Offers Discord or an admin code; a password grants no access to the panel. */
function SignInWays({
  ways,
  reload,
}: Pick<ClosedPanelProps, 'reload'> & { readonly ways: readonly SignInWay[] }) {
  const { t } = useTranslation('admin');
  const [asking, setAsking] = useState(false);
  return (
    <>
      {ways.includes('discord') && (
        <ButtonLink kind="primary" size="lg" icon="chat" href={discordSignIn('/admin')}>
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

/** Shown without access, each state with its next step. */
export function ClosedPanel({ access, signInWith, again, reload, onLogout }: ClosedPanelProps) {
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
      {access === 'visitor' && <SignInWays ways={ALL_WAYS} reload={reload} />}
      {access === 'weak' && <SignInWays ways={signInWith} reload={reload} />}
      {access === 'step' && <PassForm onPassed={again} />}
      {access === 'failed' && (
        <Button size="lg" icon="refresh" onClick={again}>
          {t('common:retry')}
        </Button>
      )}
      {access !== 'visitor' && access !== 'step' && <Words>{shop}</Words>}
      {(access === 'denied' || access === 'weak' || access === 'step') && <LogoutLink onLogout={onLogout} />}
    </AccessCard>
  );
}
