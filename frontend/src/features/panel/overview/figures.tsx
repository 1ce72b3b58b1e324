import { chakra } from '@chakra-ui/react/styled-system';
import { useTranslation } from 'react-i18next';
import { Surface } from '../../../ui/components/base/surface';
import { VisuallyHidden } from '../../../ui/components/base/visually-hidden';
import { formatCount, formatDecimal } from '../../../lib/values/format';

/** A value of the period and of the one before; null if nothing was measured. */
export interface Figure {
  readonly now: number | string | null;
  readonly before: number | string | null;
}
/** Formats a value that is there. */
export type FigureFormat = (value: number | string) => string;

export const countFormat: FigureFormat = (value) => formatCount(Number(value));
export const moneyFormat: FigureFormat = (value) => formatDecimal(String(value));

/** Returns the format of minutes: "12 min", "2 h 5 min", "3 d 4 h". */
export function useMinutesFormat(): FigureFormat {
  const { t } = useTranslation('admin');
  return (value) => {
    const minutes = Math.round(Number(value));
    if (minutes < 1) return t('overview.times.less');
    if (minutes < 60) return t('overview.times.minutes', { minutes });
    const hours = Math.floor(minutes / 60);
    if (hours < 24) return t('overview.times.hours', { hours, minutes: minutes % 60 });
    return t('overview.times.days', { count: Math.floor(hours / 24), hours: hours % 24 });
  };
}

const Line = chakra('span', {
  base: {
    display: 'inline-flex',
    flexWrap: 'wrap',
    columnGap: '2',
    color: 'muted',
    fontSize: 'sm',
    textStyle: 'numeric',
  },
});
const Way = chakra('span', {
  base: {
    fontWeight: 'semibold',
    color: 'text',
    whiteSpace: 'nowrap',
    '&[data-is=good]': { color: 'money' },
    '&[data-is=bad]': { color: 'danger' },
  },
});

const ARROWS = { up: '▲', down: '▼', same: '=' } as const;

interface ChangeProps {
  readonly figure: Figure;
  readonly format: FigureFormat;
  /** The direction of change that is good news; neither by default. */
  readonly better?: 'more' | 'less' | undefined;
}

/** Change since the period before, as arrow, percent and words, with the former figure. */
export function Change({ figure: { now, before }, format, better }: ChangeProps) {
  const { t } = useTranslation('admin');
  const was = before === null ? '–' : format(before);
  const difference = Number(now) - Number(before);
  if (now === null || before === null || Number(before) === 0 || (Number(before) < 0 && difference === 0))
    return <Line>{t('overview.before', { value: was })}</Line>;
  // A share of less than nothing says nothing.
  const percent =
    Number(before) > 0 ? formatCount(Math.abs(Math.round((difference / Number(before)) * 100))) : undefined;
  const way = percent === '0' ? 'same' : difference > 0 ? 'up' : 'down';
  const isGood = (way === 'up') === (better === 'more');
  const tone = better === undefined || way === 'same' ? undefined : isGood ? 'good' : 'bad';
  return (
    <Line>
      <Way data-is={tone}>
        <span aria-hidden="true">{percent === undefined ? ARROWS[way] : `${ARROWS[way]} ${percent} %`}</span>
        <VisuallyHidden>
          {percent === undefined
            ? t(`overview.changeAlone.${way}`)
            : t(`overview.change.${way}`, { percent })}
        </VisuallyHidden>
      </Way>
      <span>{t('overview.before', { value: was })}</span>
    </Line>
  );
}

const Tiles = chakra('dl', {
  base: {
    display: 'grid',
    gap: { base: '3', lg: '4' },
    gridTemplateColumns: { base: 'repeat(2, minmax(0, 1fr))', xl: 'repeat(4, minmax(0, 1fr))' },
  },
});
const Label = chakra('dt', { base: { textStyle: 'label', color: 'muted' } });
const Big = chakra('dd', {
  base: {
    mt: '1',
    fontSize: { base: 'md', sm: 'xl', md: '2xl' },
    fontWeight: 'bold',
    lineHeight: 'tight',
    textStyle: 'numeric',
    overflowWrap: 'anywhere',
  },
});

/** A named figure with its format. */
export interface NamedFigure extends ChangeProps {
  /** Key of a row whose label others may have as well. */
  readonly id?: string;
  readonly label: string;
}

/** Large figures side by side, each with its change. */
export function FigureTiles({ figures }: { readonly figures: readonly NamedFigure[] }) {
  return (
    <Tiles>
      {figures.map(({ label, ...figure }) => (
        <Surface key={label} pad="md">
          <Label>{label}</Label>
          <Big>{figure.figure.now === null ? '–' : figure.format(figure.figure.now)}</Big>
          <chakra.dd mt="1">
            <Change {...figure} />
          </chakra.dd>
        </Surface>
      ))}
    </Tiles>
  );
}

export const Card = chakra(Surface, {
  base: { display: 'flex', flexDirection: 'column', gap: '3', minWidth: '0' },
});
export const CardTitle = chakra('h3', { base: { textStyle: 'subheading' } });
const Rows = chakra('dl', {
  base: {
    display: 'grid',
    '& > div': {
      display: 'flex',
      flexWrap: 'wrap',
      justifyContent: 'space-between',
      alignItems: 'baseline',
      columnGap: '3',
      py: '2',
      borderTopWidth: '1px',
      borderColor: 'line',
    },
    '& dt': { flex: '1 1 auto', color: 'muted', fontSize: 'sm', overflowWrap: 'anywhere' },
    '& dd': { ms: 'auto', textAlign: 'end', fontSize: 'sm' },
  },
});
const Nothing = chakra('p', { base: { color: 'muted', fontSize: 'sm' } });
const Value = chakra('span', { base: { display: 'block', fontWeight: 'semibold', textStyle: 'numeric' } });

/** A row of a card: a figure with its change, or a text about what is so now. */
export type FigureLine =
  | NamedFigure
  | { readonly id?: string; readonly label: string; readonly text: string };

interface FigureCardProps {
  readonly title: string;
  readonly rows: readonly FigureLine[];
  /** Sentence of a card that may have no row. */
  readonly empty?: string;
}

/** Card with figures below each other. */
export function FigureCard({ title, rows, empty }: FigureCardProps) {
  return (
    <Card as="section" pad="md">
      <CardTitle>{title}</CardTitle>
      {rows.length === 0 && <Nothing>{empty}</Nothing>}
      <Rows>
        {rows.map((row) => (
          <div key={row.id ?? row.label}>
            <dt>{row.label}</dt>
            <dd>
              {'text' in row ? (
                <Value>{row.text}</Value>
              ) : (
                <>
                  <Value>{row.figure.now === null ? '–' : row.format(row.figure.now)}</Value>
                  <Change figure={row.figure} format={row.format} better={row.better} />
                </>
              )}
            </dd>
          </div>
        ))}
      </Rows>
    </Card>
  );
}
