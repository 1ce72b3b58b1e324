import { chakra } from '@chakra-ui/react/styled-system';
import type { LoyaltyAnswer } from '@pax/contracts';
import { useTranslation } from 'react-i18next';
import { Icon } from '../../components/base/icon';
import { VisuallyHidden } from '../../components/base/visually-hidden';
import { DOT } from '../../lib/values/dot';
import { formatCount, formatDate } from '../../lib/values/format';
import { useLoyaltyTexts } from './use-loyalty-texts';

type Transaction = LoyaltyAnswer['transactions'][number];

const List = chakra('ul', { base: { display: 'grid' } });
const Row = chakra('li', {
  base: {
    display: 'grid',
    gridTemplateColumns: 'auto minmax(0, 1fr) auto',
    alignItems: 'center',
    columnGap: '3',
    py: '2.5',
    borderTopWidth: '1px',
    borderColor: 'line',
    _first: { borderTopWidth: '0' },
  },
  variants: { dense: { true: { py: '1.5', fontSize: 'sm' } } },
});
const Mark = chakra('span', {
  base: {
    display: 'grid',
    placeItems: 'center',
    width: '32px',
    height: '32px',
    layerStyle: 'notchClip',
    bg: 'raised',
    color: 'muted',
    '&[data-type=earned]': { color: 'loyalty' },
  },
});
const What = chakra('span', { base: { overflowWrap: 'anywhere', lineHeight: 'snug' } });
const When = chakra('span', { base: { display: 'block', color: 'muted', fontSize: 'xs', mt: '0.5' } });
const Points = chakra('span', {
  base: {
    fontWeight: 'semibold',
    textStyle: 'numeric',
    whiteSpace: 'nowrap',
    '&[data-type=earned]': { color: 'loyalty' },
  },
});

const signed = (points: number): string =>
  points < 0 ? `−${formatCount(-points)}` : `+${formatCount(points)}`;

/** The type in words: what a reversal took was not spent (OWN-545). */
function typeOf({ kind, type, points }: Transaction): 'earned' | 'spent' | 'takenBack' | 'givenBack' {
  if (kind !== 'reversal') return type;
  return points < 0 ? 'takenBack' : 'givenBack';
}

interface ActivityListProps {
  readonly transactions: readonly Transaction[];
  readonly dense?: boolean;
  /** Says beside the date of what type each is. */
  readonly hasTypes?: boolean;
}

/** The points history, newest first, with signed amounts. */
export function ActivityList({ transactions, dense = false, hasTypes = false }: ActivityListProps) {
  const { t } = useTranslation('loyalty');
  const texts = useLoyaltyTexts();
  return (
    <List>
      {transactions.map((entry) => (
        <Row key={entry.id} dense={dense}>
          {!dense && (
            <Mark data-type={entry.type} aria-hidden="true">
              <Icon
                name={entry.kind === 'reward' ? 'gift' : entry.type === 'earned' ? 'plus' : 'minus'}
                size={16}
              />
            </Mark>
          )}
          <What css={dense ? { gridColumn: '1 / 3' } : undefined}>
            {texts.activity(entry)}
            <When>
              <time dateTime={entry.createdAt}>{formatDate(entry.createdAt)}</time>
              {hasTypes && <span>{DOT + t(`activity.type.${typeOf(entry)}`)}</span>}
            </When>
          </What>
          <Points data-type={entry.type}>
            <span>{signed(entry.points)}</span> <VisuallyHidden>{t('pointsUnit')}</VisuallyHidden>
          </Points>
        </Row>
      ))}
    </List>
  );
}
