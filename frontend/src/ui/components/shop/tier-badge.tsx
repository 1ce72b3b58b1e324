import { chakra } from '@chakra-ui/react/styled-system';
import { useTranslation } from 'react-i18next';

export type TierName = 'bronze' | 'silver' | 'gold' | 'platinum' | 'diamond';

const Row = chakra('span', {
  base: { display: 'inline-flex', alignItems: 'center', gap: '2', fontWeight: 'semibold' },
});

interface TierBadgeProps {
  readonly tier: TierName;
  /** Edge length of the drawing, px. */
  readonly size?: number;
}

/** Badge of a loyalty tier: its drawing and its name. */
export function TierBadge({ tier, size = 28 }: TierBadgeProps) {
  const { t } = useTranslation();
  return (
    <Row color={tier}>
      <img src={`/art/tier-${tier}.svg`} alt="" width={size} height={size} />
      {t(`tier.${tier}`)}
    </Row>
  );
}
