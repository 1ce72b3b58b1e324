import { chakra } from '@chakra-ui/react/styled-system';
import type { RewardCategory } from '@pax/contracts';
import { Icon } from '../../../../ui/components/base/icon';
import type { IconName } from '../../../../ui/components/base/icon-paths';

const icons: Readonly<Record<RewardCategory, IconName>> = {
  discount: 'tag',
  delivery: 'truck',
  credit: 'wallet',
  badge: 'star',
  access: 'clock',
};

const Tile = chakra('span', {
  base: {
    display: 'grid',
    placeItems: 'center',
    width: '56px',
    height: '56px',
    flexShrink: '0',
    layerStyle: 'notchClip',
    color: 'loyalty',
    bg: 'color-mix(in srgb, var(--pax-colors-loyalty) 15%, var(--pax-colors-bg))',
    boxShadow: 'inset 0 2px 0 color-mix(in srgb, var(--pax-colors-loyalty) 40%, transparent)',
    '&[data-off]': { color: 'muted', bg: 'raised', boxShadow: 'inset 0 2px 0 var(--pax-colors-line)' },
  },
});

interface RewardSignProps {
  readonly category: RewardCategory;
  /** Used, expired or out of reach. */
  readonly off?: boolean;
}

/** The icon of a reward's category. */
export function RewardSign({ category, off = false }: RewardSignProps) {
  return (
    <Tile data-off={off ? '' : undefined} aria-hidden="true">
      <Icon name={icons[category]} size={26} />
    </Tile>
  );
}
