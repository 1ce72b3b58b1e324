import { chakra } from '@chakra-ui/react/styled-system';
import type { Loyalty } from './stored-loyalty';
import { TierPoints } from './tier-points';
import { TierProgress } from './tier-progress';

const Beside = chakra('div', {
  base: { display: 'grid', gap: '4', gridTemplateColumns: 'minmax(0, 1fr)', alignItems: 'center' },
  variants: {
    wide: { true: { lg: { gap: '8', gridTemplateColumns: 'minmax(0, 2fr) minmax(0, 3fr)' } } },
  },
});

interface LoyaltySummaryProps {
  readonly loyalty: Loyalty;
  /** Side by side where there is room. */
  readonly wide?: boolean;
}

/** Tier, points and progress, used by both forms of the widget. */
export function LoyaltySummary({ loyalty, wide = false }: LoyaltySummaryProps) {
  return (
    <Beside wide={wide}>
      <TierPoints loyalty={loyalty} />
      <TierProgress loyalty={loyalty} size="sm" />
    </Beside>
  );
}
