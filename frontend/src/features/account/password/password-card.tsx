import { chakra } from '@chakra-ui/react/styled-system';
import { useEffect, useRef } from 'react';
import { discordSignIn } from '../../../lib/http/discord-sign-in';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router-dom';
import { ButtonLink } from '../../../ui/components/base/button';
import { ErrorState } from '../../../ui/components/feedback/empty-state';
import { TextLink } from '../../../ui/components/base/page';
import { Loading, Skeleton } from '../../../ui/components/feedback/skeleton';
import { Surface } from '../../../ui/components/base/surface';
import { formatDate, formatTime } from '../../../lib/values/format';
import { PasswordForm } from './password-form';
import { usePasswordState } from './use-password';

const AGAIN = discordSignIn('/account#password');

/** Explanation on the left, form on the right, as wide as the two cards above. */
const Card = chakra(Surface, {
  base: {
    display: 'grid',
    gap: '4',
    gridTemplateColumns: { base: 'minmax(0, 1fr)', lg: 'minmax(0, 1fr) minmax(0, 1fr)' },
    columnGap: { lg: '14' },
  },
});
const Side = chakra('div', { base: { display: 'grid', gap: '3', alignContent: 'start' } });
const Heading = chakra('h2', { base: { textStyle: 'subheading' } });
const Text = chakra('p', { base: { color: 'muted', textStyle: 'small' } });

interface PasswordCardProps {
  /** The name that a password manager keeps it under. */
  readonly username: string;
  /** A Discord account is linked: the way to a new password without the old one. */
  readonly linked: boolean;
}

/** Explains why no password exists or how to set one without the old one. */
function Notes({ linked }: Pick<PasswordCardProps, 'linked'>) {
  const { t } = useTranslation('account');
  const { data: state } = usePasswordState();
  if (!state) return null;
  const { hasPassword, freeUntil, resetFrom } = state;
  return (
    <>
      {!hasPassword && <Text>{t('password.none')}</Text>}
      {freeUntil !== null && <Text>{t('password.free', { time: formatTime(freeUntil) })}</Text>}
      {freeUntil === null && !hasPassword && <Text>{t('password.proof')}</Text>}
      {resetFrom && <Text>{t('password.resetFrom', { date: formatDate(resetFrom) })}</Text>}
      {freeUntil === null && hasPassword && !resetFrom && (
        <Text>
          {linked ? <TextLink href={AGAIN}>{t('password.forgot')}</TextLink> : t('password.unlinked')}
        </Text>
      )}
    </>
  );
}

function Inside({ username }: Pick<PasswordCardProps, 'username'>) {
  const { t } = useTranslation('account');
  const state = usePasswordState();
  if (state.isPending)
    return (
      <Loading>
        <Skeleton height="180px" />
      </Loading>
    );
  if (!state.data)
    return <ErrorState compact sentence={t('password.loadFailed')} onRetry={() => void state.refetch()} />;
  const { hasPassword, freeUntil } = state.data;
  if (!hasPassword && freeUntil === null)
    return (
      <p>
        <ButtonLink icon="chat" href={AGAIN}>
          {t('password.discord')}
        </ButtonLink>
      </p>
    );
  return <PasswordForm username={username} hasPassword={hasPassword} asksCurrent={freeUntil === null} />;
}

/** A new password: by the old one, or by having just signed in with the linked Discord account. */
export function PasswordCard({ username, linked }: PasswordCardProps) {
  const { t } = useTranslation('account');
  const { hash } = useLocation();
  const card = useRef<HTMLDivElement>(null);
  // Coming back from Discord for a new password.
  useEffect(() => {
    if (hash === '#password') card.current?.scrollIntoView({ block: 'center' });
  }, [hash]);
  return (
    <Card ref={card} pad="md" id="password">
      <Side>
        <Heading>{t('password.heading')}</Heading>
        <Notes linked={linked} />
      </Side>
      <div>
        <Inside username={username} />
      </div>
    </Card>
  );
}
