import { chakra } from '@chakra-ui/react/styled-system';
import { useTranslation } from 'react-i18next';
import { Button } from '../../ui/components/base/button';
import { Icon } from '../../ui/components/base/icon';
import { TickingNumber } from '../../ui/components/shop/ticking-number';
import { formatCount } from '../../lib/values/format';

const Row = chakra('div', {
  base: {
    display: 'flex',
    flexWrap: 'wrap',
    alignItems: 'center',
    columnGap: '3',
    rowGap: '1',
    ps: '3.5',
    py: '2',
    pe: '2',
    bg: 'bg',
    borderInlineStartWidth: '4px',
    borderColor: 'loyalty',
    '& > svg': { color: 'loyalty', flexShrink: 0 },
    '& > p': { flex: '1 1 140px', textStyle: 'small' },
    '& b': { color: 'loyalty' },
  },
});

interface LoyaltyPreviewProps {
  readonly points: number;
  /** Plays the celebration that will come once these points are booked. */
  readonly onPlay: () => void;
}

/** The points of this purchase, with a preview of the celebration. */
export function LoyaltyPreview({ points, onPlay }: LoyaltyPreviewProps) {
  const { t } = useTranslation('checkout');
  if (points <= 0) return null;
  return (
    <Row>
      <Icon name="star" size={20} />
      <p>
        {t('loyalty.earn')}{' '}
        <b>
          <TickingNumber value={points} format={(count) => `+${formatCount(count)}`} />
        </b>{' '}
        {t('loyalty.once')}
      </p>
      <Button size="sm" kind="bare" onClick={onPlay}>
        {t('loyalty.play')}
      </Button>
    </Row>
  );
}
