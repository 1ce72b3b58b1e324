import { chakra } from '@chakra-ui/react/styled-system';
import {
  Bar,
  CartesianGrid,
  ComposedChart,
  Line,
  ResponsiveContainer,
  Tooltip,
  XAxis,
  YAxis,
  type BarShapeProps,
  type TooltipContentProps,
} from 'recharts';

/** An element of a series: its name on the axis, and its values; null if it has not begun. */
export interface ChartPoint {
  readonly name: string;
  readonly now: number | null;
  readonly before: number | null;
}

interface SeriesChartProps {
  readonly points: readonly ChartPoint[];
  /** How the values of the period are drawn; those of before are a dashed line. */
  readonly kind: 'line' | 'blocks';
  readonly format: (value: number) => string;
  readonly names: { readonly now: string; readonly before: string };
}

const HEIGHT = 220;
/** Width from which a column is drawn as blocks, px; narrower ones are flat. */
const BLOCK_WIDTH = 9;

/** Look of the axis texts, which the library would set itself. */
const TICK = { fill: 'var(--pax-colors-muted)', fontSize: 12 };

const Board = chakra('div', {
  base: {
    height: `${HEIGHT}px`,
    '& svg': { overflow: 'visible', outline: 'none' },
    '& text': { fontVariantNumeric: 'tabular-nums' },
    '& .recharts-cartesian-grid line': { stroke: 'line' },
    '& [data-part=left]': { fill: 'accent' },
    '& [data-part=right]': { fill: 'color-mix(in srgb, var(--pax-colors-accent) 62%, black)' },
    '& [data-part=top]': { fill: 'color-mix(in srgb, var(--pax-colors-accent) 70%, white)' },
    '& [data-part=seam]': { stroke: 'surface', strokeWidth: '1', opacity: 0.55 },
    '& .now path': { stroke: 'money', strokeWidth: '2.5', fill: 'none' },
    '& .now circle': { fill: 'money', stroke: 'money' },
    '& .before path': { stroke: 'muted', strokeWidth: '1.5', strokeDasharray: '4 4', fill: 'none' },
    '@media (forced-colors: active)': {
      '& [data-part]': { fill: 'CanvasText', stroke: 'Canvas', forcedColorAdjust: 'none' },
      '& .now path, & .before path': { stroke: 'CanvasText' },
      '& text': { fill: 'CanvasText' },
    },
  },
});
const Told = chakra('div', {
  base: {
    display: 'grid',
    gap: '1',
    px: '3',
    py: '2',
    bg: 'raised',
    borderWidth: '1px',
    borderColor: 'edge',
    fontSize: 'sm',
    textStyle: 'numeric',
  },
});

/** Column of blocks with a left and a right face and a top, lit from the upper left, as in the chart of points. */
function BlockColumn({ x, y, width, height }: BarShapeProps) {
  if (height <= 0) return null;
  if (width < BLOCK_WIDTH)
    return <rect data-part="left" x={x} y={y} width={Math.max(1, width)} height={height} />;
  const half = width / 2;
  const rise = Math.min(half / 2, 8);
  const floor = y + height;
  const seams = Array.from({ length: Math.floor(height / width) }, (_, block) => floor - (block + 1) * width);
  return (
    <g>
      <path data-part="left" d={`M${x} ${y} L${x + half} ${y + rise} V${floor} H${x} Z`} />
      <path data-part="right" d={`M${x + width} ${y} L${x + half} ${y + rise} V${floor} H${x + width} Z`} />
      <path
        data-part="top"
        d={`M${x} ${y} L${x + half} ${y - rise} L${x + width} ${y} L${x + half} ${y + rise} Z`}
      />
      {seams.map((at) => (
        <path
          key={at}
          data-part="seam"
          fill="none"
          d={`M${x} ${at} L${x + half} ${at + rise} L${x + width} ${at}`}
        />
      ))}
    </g>
  );
}

/** Makes the text beside the pointer: the values of one element. */
const describePointOf =
  ({ points, names, format }: SeriesChartProps) =>
  ({ active, label }: Pick<TooltipContentProps, 'active' | 'label'>) => {
    const point = points.find(({ name }) => name === label);
    if (!active || !point) return null;
    return (
      <Told>
        <strong>{point.name}</strong>
        {point.now !== null && <span>{`${names.now}: ${format(point.now)}`}</span>}
        <span>{`${names.before}: ${format(point.before ?? 0)}`}</span>
      </Told>
    );
  };

/** Chart of a period above the dashed line of the period before. Readers get its table instead. */
export function SeriesChart(props: SeriesChartProps) {
  const { points, kind, format } = props;
  return (
    <Board aria-hidden="true">
      <ResponsiveContainer width="100%" height={HEIGHT}>
        <ComposedChart
          data={[...points]}
          margin={{ top: 12, right: 8, bottom: 0, left: 0 }}
          accessibilityLayer={false}
        >
          <CartesianGrid vertical={false} />
          <XAxis dataKey="name" tick={TICK} tickLine={false} axisLine={false} minTickGap={24} />
          <YAxis
            width="auto"
            tick={TICK}
            tickLine={false}
            axisLine={false}
            tickCount={4}
            allowDecimals={kind === 'line'}
            tickFormatter={format}
          />
          <Tooltip
            isAnimationActive={false}
            cursor={{ fillOpacity: 0.12 }}
            content={describePointOf(props)}
          />
          {kind === 'blocks' && (
            <Bar dataKey="now" maxBarSize={36} shape={BlockColumn} isAnimationActive={false} />
          )}
          <Line
            className="before"
            dataKey="before"
            type="linear"
            dot={false}
            activeDot={false}
            isAnimationActive={false}
          />
          {kind === 'line' && (
            <Line className="now" dataKey="now" type="linear" dot={false} isAnimationActive={false} />
          )}
        </ComposedChart>
      </ResponsiveContainer>
    </Board>
  );
}
