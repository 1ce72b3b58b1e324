import type { SecondStepAnswer } from '@pax/contracts';
import { useTranslation } from 'react-i18next';
import { ErrorState } from '../../../ui/components/feedback/empty-state';
import { Loading, Skeleton } from '../../../ui/components/feedback/skeleton';
import { useProfile } from '../../../lib/http/current-user';
import { OwnDataCard } from '../own-data/own-data-card';
import { useSecondStep } from '../../../lib/http/second-step-passkeys';
import { lazyComponent, LazyMount } from '../../../lib/lazy/lazy-component';
import { loadWithAreas } from '../../../i18n/i18n';
import { PasswordCard } from './password-card';
import { NoticesCard } from './notices-card';
import { SessionsCard } from './sessions-card';

const secondStepCard = lazyComponent(
  async () => (await loadWithAreas(import('../second-step/second-step-card'), 'step')).SecondStepCard,
);

/** Tells whether the second step is shown: admins and staff may set it up, former ones may still remove theirs. */
const isSecondStepShown = ({ offers, status }: SecondStepAnswer): boolean =>
  offers.length > 0 || status !== 'none';

/** Account tab with password, second step, sessions and security notices. */
export function SecurityTab({ account }: { readonly account: number }) {
  const { t } = useTranslation('account');
  const profile = useProfile(true);
  const { data: step } = useSecondStep();
  if (profile.isPending)
    return (
      <Loading>
        <Skeleton height="280px" />
      </Loading>
    );
  if (!profile.data)
    return <ErrorState sentence={t('profile.loadFailed')} onRetry={() => void profile.refetch()} />;
  const { username, discordId } = profile.data;
  return (
    <>
      <PasswordCard username={username} linked={discordId !== null} />
      {step && <LazyMount of={secondStepCard} when={isSecondStepShown(step)} props={{ step }} />}
      <SessionsCard />
      <NoticesCard account={account} />
      <OwnDataCard username={username} />
    </>
  );
}
