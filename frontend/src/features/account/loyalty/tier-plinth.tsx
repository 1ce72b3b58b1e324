import { chakra } from '@chakra-ui/react/styled-system';
import type { TierName } from '@pax/contracts';

const Ground = chakra('span', {
  base: {
    display: 'grid',
    placeItems: 'center',
    flexShrink: '0',
    layerStyle: 'notchClip',
    bg: 'color-mix(in srgb, var(--pax-colors-loyalty) 14%, var(--pax-colors-bg))',
    backgroundImage:
      'radial-gradient(ellipse 70% 60% at 50% 62%, color-mix(in srgb, var(--pax-colors-loyalty) 46%, transparent), transparent 100%)',
    boxShadow: 'inset 0 1px 0 var(--pax-colors-highlight)',
  },
});

interface TierPlinthProps {
  readonly tier: TierName;
  /** Edge, px. */
  readonly size: number;
}

/** A tier's drawing on an amethyst plinth; its name is next to it. */
export function TierPlinth({ tier, size }: TierPlinthProps) {
  const art = Math.round(size * 0.82);
  return (
    <Ground css={{ width: `${size}px`, height: `${size}px`, '--notch-step': size > 80 ? '8px' : '4px' }}>
      <img src={`/art/tier-${tier}.svg`} alt="" width={art} height={art} />
    </Ground>
  );
}
