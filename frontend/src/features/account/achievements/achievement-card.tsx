import { chakra } from '@chakra-ui/react/styled-system';
import { useTranslation } from 'react-i18next';
import { Surface } from '../../../ui/components/base/surface';
import { Chip } from '../../../ui/components/shop/chip';
import { Gauge } from '../../../ui/components/shop/gauge';
import { formatCents, formatCount } from '../../../lib/values/format';
import type { Achievement } from './achievements';
import { CarvedBlock, rarityTone } from './carved-block';

const Card = chakra(Surface, {
  base: {
    display: 'grid',
    gridTemplateRows: '1fr auto',
    gap: '4',
    height: 'full',
    '&[data-earned]': {
      '--notch-edge': 'color-mix(in srgb, var(--rarity) 55%, var(--pax-colors-line))',
    },
  },
});
const Top = chakra('div', {
  base: { display: 'grid', gridTemplateColumns: 'auto minmax(0, 1fr)', gap: '4', alignItems: 'start' },
});
const Chips = chakra('p', { base: { display: 'flex', flexWrap: 'wrap', gap: '1.5', mb: '1.5' } });
const Name = chakra('h3', { base: { textStyle: 'subheading', overflowWrap: 'anywhere' } });
const Text = chakra('p', { base: { color: 'muted', textStyle: 'small', mt: '0.5' } });
const Foot = chakra('p', {
  base: {
    display: 'flex',
    flexWrap: 'wrap',
    justifyContent: 'space-between',
    columnGap: '3',
    mt: '2',
    color: 'muted',
    textStyle: 'numeric',
    fontSize: 'sm',
  },
});

const amountOf = (unit: Achievement['unit'], value: number): string =>
  unit === 'money' ? formatCents(value) : formatCount(value);

/** Progress of an achievement, as a bar and in numbers; an earned one shows no numbers, since its chip says enough. */
export function AchievementProgress({ achievement }: { readonly achievement: Achievement }) {
  const { t } = useTranslation('achievements');
  const { key, unit, have, target, progress, isEarned } = achievement;
  const percent = t('percent', { percent: Math.floor(progress) });
  const way =
    unit === undefined
      ? t(isEarned ? 'earned' : 'open')
      : t('of', { have: amountOf(unit, have), target: amountOf(unit, target) });
  return (
    <div>
      <Gauge
        kind="progress"
        tone="loyalty"
        size="sm"
        value={progress}
        max={100}
        label={t('progress', { name: t(`${key}.name`) })}
        valueText={`${way}, ${percent}`}
      />
      {!isEarned && (
        <Foot aria-hidden="true">
          <span>{way}</span>
          <span>{percent}</span>
        </Foot>
      )}
    </div>
  );
}

/** One achievement: its carved block, what it is earned by, and how far it is. */
export function AchievementCard({ achievement }: { readonly achievement: Achievement }) {
  const { t } = useTranslation('achievements');
  const { key, rarity, icon, isEarned } = achievement;
  return (
    <Card
      pad="md"
      data-earned={isEarned ? '' : undefined}
      css={{ '--rarity': `var(--pax-colors-${rarityTone[rarity]})` }}
    >
      <Top>
        <CarvedBlock icon={icon} rarity={rarity} lit={isEarned} />
        <div>
          <Chips>
            <Chip tone={rarityTone[rarity]}>{t(`rarity.${rarity}`)}</Chip>
            {isEarned && (
              <Chip tone="money" icon="check">
                {t('earned')}
              </Chip>
            )}
          </Chips>
          <Name>{t(`${key}.name`)}</Name>
          <Text>{t(`${key}.text`)}</Text>
        </div>
      </Top>
      <AchievementProgress achievement={achievement} />
    </Card>
  );
}
