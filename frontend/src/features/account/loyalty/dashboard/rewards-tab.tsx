import { chakra } from '@chakra-ui/react/styled-system';
import { CHECKOUT_REWARD_CATEGORIES, getRewardState, type LoyaltyAnswer } from '@pax/contracts';
import { useTranslation } from 'react-i18next';
import { StatusChip } from '../../../../ui/components/shop/chip';
import { CopyableCode } from '../../../../ui/components/form/copyable-code';
import { Surface } from '../../../../ui/components/base/surface';
import { formatDate } from '../../../../lib/values/format';
import { useLoyaltyTexts } from '../use-loyalty-texts';
import { RewardBadge } from './offer-card';
import { Button } from '../../../../ui/components/base/button';
import { EmptyState } from '../../../../ui/components/feedback/empty-state';
import { useNow } from '../../../../lib/hooks/use-now';

const DAY_MS = 24 * 60 * 60_000;
/** Days before expiry from which a reward shows the number of days left. */
const SOON_DAYS = 14;

const Ticket = chakra(Surface, {
  base: {
    display: 'grid',
    gap: '4',
    height: 'full',
    alignContent: 'space-between',
    '&[data-state=active]': {
      '--notch-edge': 'color-mix(in srgb, var(--pax-colors-loyalty) 45%, var(--pax-colors-line))',
    },
  },
});
const Top = chakra('div', {
  base: { display: 'grid', gridTemplateColumns: 'auto minmax(0, 1fr)', gap: '4', alignItems: 'start' },
});
const Name = chakra('h3', { base: { textStyle: 'subheading' } });
const Line = chakra('p', {
  base: {
    color: 'muted',
    textStyle: 'small',
    mt: '1',
    '&[data-soon]': { color: 'accent', fontWeight: 'medium' },
  },
});
const Tear = chakra('div', {
  base: {
    borderTopWidth: '2px',
    borderTopStyle: 'dashed',
    borderColor: 'line',
    pt: '4',
    display: 'grid',
    gap: '2',
  },
});
const Hint = chakra('p', { base: { color: 'muted', textStyle: 'small' } });

interface RewardTicketProps {
  readonly reward: Reward;
  /** Current time, ms since 1970. */
  readonly now: number;
}

/** Ticket of a redeemed reward: expiry and code, or a note that it is used or expired. */
function RewardTicket({ reward, now }: RewardTicketProps) {
  const { t } = useTranslation('loyalty');
  const texts = useLoyaltyTexts();
  const name = texts.rewardName(reward.key, reward);
  const state = getRewardState(reward, now);
  const date = formatDate(reward.expiresAt);
  const days = Math.ceil((Date.parse(reward.expiresAt) - now) / DAY_MS);
  const soon = days <= SOON_DAYS;
  const hasCode = CHECKOUT_REWARD_CATEGORIES.includes(reward.category);
  const gone =
    reward.category === 'credit' ? 'credited' : reward.category === 'badge' ? 'given' : ('usedUp' as const);
  return (
    <Ticket pad="md" data-state={state}>
      <Top>
        <RewardBadge category={reward.category} off={state !== 'active'} />
        <div>
          <Name>{name}</Name>
          {state === 'active' && (
            <Line data-soon={days <= 3 ? '' : undefined}>
              {soon ? t('rewards.last', { count: days, date }) : t('rewards.until', { date })}
            </Line>
          )}
          {state === 'expired' && <Line>{t('rewards.ended', { date })}</Line>}
          {state === 'used' && <Line>{t(`rewards.${reward.isFrozen === true ? 'frozen' : gone}`)}</Line>}
        </div>
      </Top>
      {state === 'active' && (
        <Tear>
          {hasCode && <CopyableCode code={reward.code} label={t('rewards.code', { name })} />}
          {reward.isFrozen === true || reward.isHeld ? (
            <p>
              <StatusChip tone="accent">
                {t(reward.isFrozen === true ? 'rewards.frozen' : 'rewards.held')}
              </StatusChip>
            </p>
          ) : (
            <Hint>{t(hasCode ? 'rewards.atCheckout' : 'rewards.itself')}</Hint>
          )}
        </Tear>
      )}
    </Ticket>
  );
}

type Reward = LoyaltyAnswer['rewards'][number];

/** Maximum number of used rewards, and of expired rewards, that are shown. */
const MAX_OLD_REWARDS = 3;

const Groups = chakra('div', {
  base: { display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: '8' },
});
const Heading = chakra('h2', { base: { textStyle: 'subheading', mb: '3' } });
const Grid = chakra('ul', {
  base: {
    display: 'grid',
    gap: '4',
    gridTemplateColumns: { base: 'minmax(0, 1fr)', md: 'repeat(auto-fill, minmax(340px, 1fr))' },
  },
});
const Quiet = chakra('p', { base: { color: 'muted' } });

interface RewardGroupProps {
  readonly heading: string;
  readonly rewards: readonly Reward[];
  readonly now: number;
  readonly none?: string;
}

function RewardGroup({ heading, rewards, now, none }: RewardGroupProps) {
  if (rewards.length === 0 && none === undefined) return null;
  return (
    <section>
      <Heading>{heading}</Heading>
      {rewards.length > 0 ? (
        <Grid>
          {rewards.map((reward) => (
            <li key={reward.id}>
              <RewardTicket reward={reward} now={now} />
            </li>
          ))}
        </Grid>
      ) : (
        <Quiet>{none}</Quiet>
      )}
    </section>
  );
}

interface RewardsTabProps {
  readonly rewards: readonly Reward[];
  readonly onShop: () => void;
}

/** Tab with all active rewards, the latest three used rewards and the latest three expired ones. */
export function RewardsTab({ rewards, onShop }: RewardsTabProps) {
  const { t } = useTranslation('loyalty');
  const now = useNow();
  if (rewards.length === 0)
    return (
      <EmptyState
        title={t('rewards.none')}
        sentence={t('rewards.noneText')}
        action={
          <Button kind="primary" icon="gift" onClick={onShop}>
            {t('rewards.toShop')}
          </Button>
        }
      />
    );
  const findRewardsInState = (wanted: ReturnType<typeof getRewardState>) =>
    rewards.filter((reward) => getRewardState(reward, now) === wanted);
  return (
    <Groups>
      <RewardGroup
        heading={t('rewards.active')}
        rewards={findRewardsInState('active')}
        now={now}
        none={t('rewards.noActive')}
      />
      <RewardGroup
        heading={t('rewards.used')}
        rewards={findRewardsInState('used').slice(0, MAX_OLD_REWARDS)}
        now={now}
      />
      <RewardGroup
        heading={t('rewards.expired')}
        rewards={findRewardsInState('expired').slice(0, MAX_OLD_REWARDS)}
        now={now}
      />
    </Groups>
  );
}
