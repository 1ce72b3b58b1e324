import { chakra } from '@chakra-ui/react/styled-system';
import { rewardState, type LoyaltyAnswer } from '@pax/contracts';
import { useTranslation } from 'react-i18next';
import { Button } from '../../../../ui/components/base/button';
import { EmptyState } from '../../../../ui/components/feedback/empty-state';
import { useNow } from '../../../../lib/hooks/use-now';
import { RewardTicket } from './reward-ticket';

type Reward = LoyaltyAnswer['rewards'][number];

/** Number of used and of expired rewards shown. */
const SHOWN_OF_OLD = 3;

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

interface GroupProps {
  readonly heading: string;
  readonly rewards: readonly Reward[];
  readonly now: number;
  readonly none?: string;
}

function Group({ heading, rewards, now, none }: GroupProps) {
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

/** Every active reward, and of used and expired ones the latest three each. */
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
  const inState = (wanted: ReturnType<typeof rewardState>) =>
    rewards.filter((reward) => rewardState(reward, now) === wanted);
  return (
    <Groups>
      <Group
        heading={t('rewards.active')}
        rewards={inState('active')}
        now={now}
        none={t('rewards.noActive')}
      />
      <Group heading={t('rewards.used')} rewards={inState('used').slice(0, SHOWN_OF_OLD)} now={now} />
      <Group heading={t('rewards.expired')} rewards={inState('expired').slice(0, SHOWN_OF_OLD)} now={now} />
    </Groups>
  );
}
