import { chakra } from '@chakra-ui/react/styled-system';
import { MIN_TOTAL_FOR_BONUS, parseDecimalToCents, type AccountProfile } from '@pax/contracts';
import { useTranslation } from 'react-i18next';
import { Icon } from '../../ui/components/base/icon';
import { Surface } from '../../ui/components/base/surface';
import { TickingNumber } from '../../ui/components/shop/ticking-number';
import { formatCents } from '../../lib/values/format';
import { ErrorState } from '../../ui/components/feedback/empty-state';
import { Loading, Skeleton } from '../../ui/components/feedback/skeleton';
import { useProfile } from '../../lib/http/current-user';
import { JoinServerCard } from './join-server/join-server-card';
import { NoticeSwitchesCard } from './notices/notice-switches-card';
import { ProfileForm } from './profile-form';
import { ReceiptMailCard } from './receipt-mail-card';
import { Chip } from '../../ui/components/shop/chip';

const Card = chakra(Surface, {
  base: {
    display: 'flex',
    flexWrap: 'wrap',
    alignItems: 'center',
    columnGap: '8',
    rowGap: '3',
    mb: '4',
    '& dt': { color: 'muted', textStyle: 'small' },
    '& dd': { fontSize: 'xl', fontWeight: 'bold', lineHeight: 'tight', textStyle: 'numeric' },
    // Frozen credit has a muted colour, because it cannot be spent.
    '& dd[data-frozen]': { color: 'muted', fontWeight: 'medium' },
    '& > dl': { display: 'flex', flexWrap: 'wrap', columnGap: '8', rowGap: '3' },
    '& > p': { flex: '1 1 220px', color: 'muted', textStyle: 'small' },
    '& > svg': { color: 'money', flexShrink: '0' },
  },
});

/**
 * Card with store credit, referral bonus and frozen credit. A balance below 0 after a reversal is shown as 0 with a
 * note.
 */
function BalanceCard({ profile }: { readonly profile: AccountProfile }) {
  const { t } = useTranslation('account');
  const credit = parseDecimalToCents(profile.storeCredit);
  const bonus = Math.max(0, parseDecimalToCents(profile.referralBonus));
  const frozen = parseDecimalToCents(profile.frozenCredit ?? '0.00');
  const hint =
    credit < 0
      ? t('credit.owed', { amount: formatCents(-credit) })
      : bonus > 0
        ? t('credit.bonusHint', { minimum: formatCents(MIN_TOTAL_FOR_BONUS) })
        : t('credit.hint');
  return (
    <Card asChild pad="md">
      <section aria-label={t('credit.label')}>
        <Icon name="wallet" size={26} />
        <dl>
          <div>
            <dt>{t('credit.credit')}</dt>
            <dd>
              <TickingNumber value={Math.max(0, credit)} format={formatCents} />
            </dd>
          </div>
          {bonus > 0 && (
            <div>
              <dt>{t('credit.bonus')}</dt>
              <dd>
                <TickingNumber value={bonus} format={formatCents} />
              </dd>
            </div>
          )}
          {frozen > 0 && (
            <div>
              <dt>{t('credit.frozen')}</dt>
              <dd data-frozen>
                <TickingNumber value={frozen} format={formatCents} />
              </dd>
            </div>
          )}
        </dl>
        <p>{frozen > 0 ? `${hint} ${t('credit.frozenHint')}` : hint}</p>
      </section>
    </Card>
  );
}

const Line = chakra('p', { base: { mb: '4', color: 'muted', textStyle: 'small' } });

/** VIP badge of the account, or a note that its VIP status is suspended; renders nothing for accounts without one. */
function VipBadge({ profile }: { readonly profile: AccountProfile }) {
  const { t } = useTranslation('account');
  if (profile.frozenVipBadge) return <Line>{t('vip.frozen')}</Line>;
  if (profile.vipBadge !== true) return null;
  return (
    <Line>
      <Chip tone="loyalty" icon="star">
        {t('vip.badge')}
      </Chip>
    </Line>
  );
}

/** Account tab with the profile, once it is loaded. */
export function ProfileTab() {
  const { t } = useTranslation('account');
  const profile = useProfile(true);
  if (profile.isPending)
    return (
      <Loading>
        <Skeleton height="280px" />
      </Loading>
    );
  if (!profile.data)
    return <ErrorState sentence={t('profile.loadFailed')} onRetry={() => void profile.refetch()} />;
  return (
    <>
      <VipBadge profile={profile.data} />
      <BalanceCard profile={profile.data} />
      <ProfileForm profile={profile.data} />
      <ReceiptMailCard />
      <NoticeSwitchesCard hasDiscord={profile.data.discordId !== null} />
      <JoinServerCard isLinked={profile.data.discordId !== null} />
    </>
  );
}
