import { chakra } from '@chakra-ui/react/styled-system';
import { iconPaths, type IconName } from '../../../ui/components/base/icon-paths';
import type { Rarity } from './achievements';

export const rarityTone = {
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
  /** Edge, px. */
  readonly size?: number;
}

/** A block with a sign carved into its left face, lit in the colour of its rarity once it is earned. */
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
