import { chakra } from '@chakra-ui/react/styled-system';
import { useTranslation } from 'react-i18next';
import { Surface } from '../../../ui/components/base/surface';
import { ErrorState } from '../../../ui/components/feedback/empty-state';
import { Loading, Skeleton } from '../../../ui/components/feedback/skeleton';
import { AchievementCard, AchievementProgress, CarvedBlock } from './achievement-card';
import { findNextAchievement, type Achievement, useAchievements } from './achievements';

const Head = chakra('div', {
  base: {
    display: 'flex',
    flexWrap: 'wrap',
    justifyContent: 'space-between',
    alignItems: 'baseline',
    columnGap: '4',
    mb: '4',
  },
});
const Heading = chakra('h2', { base: { textStyle: 'heading' } });
const Count = chakra('p', { base: { color: 'muted', textStyle: 'numeric' } });
const Grid = chakra('ul', {
  base: {
    display: 'grid',
    gap: '4',
    gridTemplateColumns: 'repeat(auto-fill, minmax(min(100%, 280px), 1fr))',
  },
});
const Suggestion = chakra(Surface, {
  base: {
    display: 'grid',
    gap: { base: '4', md: '6' },
    alignItems: 'center',
    gridTemplateColumns: { base: 'minmax(0, 1fr)', md: 'minmax(0, 1fr) minmax(220px, 2fr)' },
    mb: '4',
    '--notch-edge': 'color-mix(in srgb, var(--pax-colors-loyalty) 45%, var(--pax-colors-line))',
  },
});
const What = chakra('div', {
  base: { display: 'grid', gridTemplateColumns: 'auto minmax(0, 1fr)', gap: '4', alignItems: 'center' },
});
const Label = chakra('p', { base: { color: 'muted', textStyle: 'label' } });
const Name = chakra('p', { base: { textStyle: 'subheading', overflowWrap: 'anywhere' } });

/** Shows the next achievement, or a note that all are earned. */
function NextAchievement({ achievement }: { readonly achievement: Achievement | undefined }) {
  const { t } = useTranslation('achievements');
  if (!achievement)
    return (
      <Surface pad="md" mb="4">
        <Name>{t('all')}</Name>
      </Surface>
    );
  const { key, rarity, icon } = achievement;
  return (
    <Suggestion pad="md" asChild>
      <section aria-label={t('next')}>
        <What>
          <CarvedBlock icon={icon} rarity={rarity} lit={false} size={48} />
          <div>
            <Label>{t('next')}</Label>
            <Name>{t(`${key}.name`)}</Name>
          </div>
        </What>
        <AchievementProgress achievement={achievement} />
      </section>
    </Suggestion>
  );
}

/** Account tab with all eight achievements and the next one to earn. */
export function AchievementsTab() {
  const { t } = useTranslation('achievements');
  const { achievements, isPending, retry } = useAchievements(true);
  if (achievements)
    return (
      <section>
        <Head>
          <Heading>{t('heading')}</Heading>
          <Count>
            {t('count', {
              earned: achievements.filter(({ isEarned }) => isEarned).length,
              all: achievements.length,
            })}
          </Count>
        </Head>
        <NextAchievement achievement={findNextAchievement(achievements)} />
        <Grid>
          {achievements.map((achievement) => (
            <li key={achievement.key}>
              <AchievementCard achievement={achievement} />
            </li>
          ))}
        </Grid>
      </section>
    );
  if (!isPending) return <ErrorState sentence={t('failed')} onRetry={retry} />;
  return (
    <Loading>
      <Skeleton height="112px" mb="4" />
      <Grid as="div">
        {Array.from({ length: 8 }, (_, card) => (
          <Skeleton key={card} height="164px" />
        ))}
      </Grid>
    </Loading>
  );
}
