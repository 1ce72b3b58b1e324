import { chakra } from '@chakra-ui/react/styled-system';
import { useTranslation } from 'react-i18next';
import type { Loyalty } from '../stored-loyalty';
import { formatCount, formatDate } from '../../../../lib/values/format';
import { useMediaQuery } from '../../../../lib/hooks/use-media-query';

/** Number of chart columns that fit on a phone. */
const COLUMNS = 12;

interface PointsColumn {
  readonly id: number;
  /** Points available after the entry; never shown below 0. */
  readonly balance: number;
  /** Points that the entry added or removed. */
  readonly change: number;
  /** Time of the entry, in ISO format. */
  readonly at: string;
}

/** Computes the points balance after each recent entry, oldest first, by going back from the current points. */
export function toPointsColumns({ points, transactions }: Pick<Loyalty, 'points' | 'transactions'>) {
  let after = points;
  const columns: PointsColumn[] = [];
  for (const { id, points: change, createdAt } of transactions.slice(0, COLUMNS)) {
    columns.unshift({ id, balance: Math.max(0, after), change, at: createdAt });
    after -= change;
  }
  return columns;
}

/** Width of the chart, SVG units. */
const WIDTH = 640;
/** Width of the chart on a phone in SVG units, close to the rendered width, so that texts keep their size. */
const PHONE_WIDTH = 320;
const HEIGHT = 190;
const FLOOR = 160;
const TOP = 34;
/** Maximum distance from one column to the next, SVG units; includes the gap between them. */
const MOST_STEP = 64;

const Root = chakra('div', { base: { position: 'relative', '& svg': { width: 'full', height: 'auto' } } });
const Board = chakra('svg', {
  base: {
    overflow: 'visible',
    '& text': { fill: 'muted', fontSize: '13px', fontVariantNumeric: 'tabular-nums' },
    '& [data-part=top]': { fill: 'color-mix(in srgb, var(--pax-colors-loyalty) 70%, white)' },
    '& [data-part=left]': { fill: 'loyalty' },
    '& [data-part=right]': { fill: 'color-mix(in srgb, var(--pax-colors-loyalty) 62%, black)' },
    '& [data-before] [data-part]': { opacity: 0.55 },
    '& [data-part=floor]': { stroke: 'line', strokeWidth: '1' },
    '& text[data-now]': { fill: 'text', fontWeight: 700, fontSize: '15px' },
  },
});

interface PointsChartColumnProps {
  readonly column: PointsColumn;
  readonly x: number;
  readonly height: number;
  /** Half of a column's width, SVG units. */
  readonly half: number;
  readonly newest: boolean;
  /** Text of a column for screen readers: points and day. */
  readonly label: string;
}

/** Isometric chart column with top, left and right face, lit from the upper left; `x` is its front corner. */
function PointsChartColumn({ column, x, height, half, newest, label }: PointsChartColumnProps) {
  const rise = half / 2;
  const top = FLOOR - height;
  return (
    <g data-before={newest ? undefined : ''} data-tip={label}>
      <path
        data-part="left"
        d={`M${x - half} ${top - rise} L${x} ${top} V${FLOOR} L${x - half} ${FLOOR - rise} Z`}
      />
      <path
        data-part="right"
        d={`M${x + half} ${top - rise} L${x} ${top} V${FLOOR} L${x + half} ${FLOOR - rise} Z`}
      />
      <path
        data-part="top"
        d={`M${x} ${top} L${x - half} ${top - rise} L${x} ${top - 2 * rise} L${x + half} ${top - rise} Z`}
      />
      {newest && (
        <text data-now="" x={x} y={top - 2 * rise - 8} textAnchor="middle">
          {formatCount(column.balance)}
        </text>
      )}
    </g>
  );
}

/** Chart of the points after each recent entry, drawn as block columns; the newest column is highlighted. */
export function PointsChart({ loyalty }: { readonly loyalty: Loyalty }) {
  const { t } = useTranslation('loyalty');
  const width = useMediaQuery('(max-width: 47.99em)') ? PHONE_WIDTH : WIDTH;
  const columns = toPointsColumns(loyalty);
  const first = columns[0];
  const last = columns.at(-1);
  if (!first || !last || columns.length < 2) return null;
  const most = Math.max(1, ...columns.map(({ balance }) => balance));
  const step = Math.min(MOST_STEP, width / columns.length);
  const half = step * 0.4;
  return (
    <Root>
      <Board
        viewBox={`0 0 ${width} ${HEIGHT}`}
        role="img"
        aria-label={t('chart.read', {
          count: columns.length,
          first: formatDate(first.at),
          last: formatDate(last.at),
        })}
      >
        <path data-part="floor" d={`M0 ${FLOOR + 0.5} H${width}`} />
        {columns.map((column, place) => (
          <PointsChartColumn
            key={column.id}
            column={column}
            x={step * (place + 0.5)}
            half={half}
            height={Math.max(3, (column.balance / most) * (FLOOR - TOP - half))}
            newest={column === last}
            label={t('chart.column', {
              points: formatCount(column.balance),
              date: formatDate(column.at),
            })}
          />
        ))}
        <text x={0} y={HEIGHT - 8}>
          {formatDate(first.at)}
        </text>
        <text x={Math.max(240, step * columns.length)} y={HEIGHT - 8} textAnchor="end">
          {formatDate(last.at)}
        </text>
      </Board>
    </Root>
  );
}
