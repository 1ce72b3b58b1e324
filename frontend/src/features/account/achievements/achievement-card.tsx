import { chakra } from '@chakra-ui/react/styled-system';
import { useTranslation } from 'react-i18next';
import { iconPaths, type IconName } from '../../../ui/components/base/icon';
import type { Rarity, Achievement } from './achievements';
import { Surface } from '../../../ui/components/base/surface';
import { Chip } from '../../../ui/components/shop/chip';
import { Gauge } from '../../../ui/components/shop/gauge';
import { formatCents, formatCount } from '../../../lib/values/format';

const rarityTone = {
  common: 'muted',
  rare: 'info',
  epic: 'loyalty',
  legendary: 'accent',
} as const satisfies Record<Rarity, string>;

const Block = chakra('svg', {
  base: {
    flexShrink: '0',
    '--hue': 'var(--pax-colors-line)',
    '& [data-face=top]': { fill: 'color-mix(in srgb, var(--hue) 55%, var(--pax-colors-raised))' },
    '& [data-face=left]': { fill: 'color-mix(in srgb, var(--hue) 34%, var(--pax-colors-raised))' },
    '& [data-face=right]': { fill: 'color-mix(in srgb, var(--hue) 20%, var(--pax-colors-bg))' },
    '& polygon': { stroke: 'bg', strokeWidth: '1', strokeLinejoin: 'round' },
    '& path': { fill: 'none', stroke: 'muted', strokeWidth: '2', strokeLinecap: 'square', opacity: '0.7' },
    '&[data-lit] path': { stroke: 'var(--hue)', opacity: '1' },
    '&[data-lit]': {
      filter: 'drop-shadow(0 0 6px color-mix(in srgb, var(--hue) 45%, transparent))',
    },
  },
});

interface CarvedBlockProps {
  readonly icon: IconName;
  readonly rarity: Rarity;
  readonly lit: boolean;
  /** Edge length of the block, px. */
  readonly size?: number;
}

/** Drawing of a block with an icon on its left face; coloured by rarity once the achievement is earned. */
export function CarvedBlock({ icon, rarity, lit, size = 64 }: CarvedBlockProps) {
  return (
    <Block
      viewBox="0 0 64 64"
      width={`${size}px`}
      height={`${size}px`}
      data-lit={lit ? '' : undefined}
      css={lit ? { '--hue': `var(--pax-colors-${rarityTone[rarity]})` } : undefined}
      aria-hidden="true"
      focusable="false"
    >
      <polygon data-face="top" points="32,3 60,17 32,31 4,17" />
      <polygon data-face="left" points="4,17 32,31 32,61 4,47" />
      <polygon data-face="right" points="60,17 32,31 32,61 60,47" />
      <path d={iconPaths[icon]} transform="matrix(0.9 0.45 0 0.9 7.2 22.8)" />
    </Block>
  );
}

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

const formatProgressAmount = (unit: Achievement['unit'], value: number): string =>
  unit === 'money' ? formatCents(value) : formatCount(value);

/** Progress of an achievement as a bar and in numbers; an earned achievement has a chip instead of numbers. */
export function AchievementProgress({ achievement }: { readonly achievement: Achievement }) {
  const { t } = useTranslation('achievements');
  const { key, unit, have, target, progress, isEarned } = achievement;
  const percent = t('percent', { percent: Math.floor(progress) });
  const way =
    unit === undefined
      ? t(isEarned ? 'earned' : 'open')
      : t('of', { have: formatProgressAmount(unit, have), target: formatProgressAmount(unit, target) });
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

/** Card of an achievement: drawing, condition and progress. */
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
