import { chakra } from '@chakra-ui/react/styled-system';
import type { LoyaltyAnswer } from '@pax/contracts';
import { useTranslation } from 'react-i18next';
import { Icon, type IconName } from '../../../ui/components/base/icon';
import { VisuallyHidden } from '../../../ui/components/base/visually-hidden';
import { FACT_SEPARATOR, formatCount, formatDate } from '../../../lib/values/format';
import { useLoyaltyTexts } from './use-loyalty-texts';

type Transaction = LoyaltyAnswer['transactions'][number];
type PendingPoints = LoyaltyAnswer['pending'][number];

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

const formatSignedPoints = (points: number): string =>
  points < 0 ? `−${formatCount(-points)}` : `+${formatCount(points)}`;

const chooseActivityIcon = ({ kind, type }: Transaction): IconName =>
  kind === 'reward' ? 'gift' : type === 'earned' ? 'plus' : 'minus';

/** Returns the type of an entry for its label; points taken back by a reversal do not count as spent. */
function activityTypeOf({ kind, type, points }: Transaction): 'earned' | 'spent' | 'takenBack' | 'givenBack' {
  if (kind !== 'reversal') return type;
  return points < 0 ? 'takenBack' : 'givenBack';
}

/** Entry of the activity list: booked, or pending until a delivery. */
interface ActivityEntry {
  readonly key: string;
  readonly icon: IconName;
  readonly tone: Transaction['type'] | 'pending';
  readonly text: string;
  /** Type of the entry as a text; undefined if the sign of the points already shows it. */
  readonly type: string | undefined;
  readonly points: number;
  readonly createdAt: string;
}

interface ActivityListProps {
  readonly transactions: readonly Transaction[];
  /** Pending points, which will be booked with a delivery; listed first. */
  readonly pending?: readonly PendingPoints[];
  readonly dense?: boolean;
  /** True when each entry's type is shown beside its date. */
  readonly hasTypes?: boolean;
}

/** Points history, newest first, with signed amounts; pending entries come first. */
export function ActivityList({
  transactions,
  pending = [],
  dense = false,
  hasTypes = false,
}: ActivityListProps) {
  const { t } = useTranslation('loyalty');
  const texts = useLoyaltyTexts();
  const entries: ActivityEntry[] = [
    ...pending.map(({ orderId, points, product, createdAt }) => ({
      key: `order-${orderId}`,
      icon: 'clock' as const,
      tone: 'pending' as const,
      text: texts.pending(product),
      type: t('pending.type'),
      points,
      createdAt,
    })),
    ...transactions.map((entry) => ({
      key: String(entry.id),
      icon: chooseActivityIcon(entry),
      tone: entry.type,
      text: texts.activityText(entry),
      type: hasTypes ? t(`activity.type.${activityTypeOf(entry)}`) : undefined,
      points: entry.points,
      createdAt: entry.createdAt,
    })),
  ];
  return (
    <List>
      {entries.map(({ key, icon, tone, text, type, points, createdAt }) => (
        <Row key={key} dense={dense}>
          {!dense && (
            <Mark data-type={tone} aria-hidden="true">
              <Icon name={icon} size={16} />
            </Mark>
          )}
          <What css={dense ? { gridColumn: '1 / 3' } : undefined}>
            <span>{text}</span>
            <When>
              <time dateTime={createdAt}>{formatDate(createdAt)}</time>
              {type !== undefined && <span>{FACT_SEPARATOR + type}</span>}
            </When>
          </What>
          <Points data-type={tone}>
            <span>{formatSignedPoints(points)}</span> <VisuallyHidden>{t('pointsUnit')}</VisuallyHidden>
          </Points>
        </Row>
      ))}
    </List>
  );
}
