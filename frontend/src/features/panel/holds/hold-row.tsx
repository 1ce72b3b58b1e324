import { chakra } from '@chakra-ui/react/styled-system';
import type { AdminHold } from '@pax/contracts';
import { memo } from 'react';
import { useTranslation } from 'react-i18next';
import { StatusChip } from '../../../ui/components/shop/chip';
import { formatDateTime, formatDecimal, formatShortTime } from '../../../lib/values/format';
import { BaseRow, Cell, Columns, Line, RowButton, Tiny } from '../shared/row-elements';
import { formatHeldLine } from './hold-queries';

const columns = {
  gridTemplateColumns: {
    base: 'minmax(0, 1fr) auto',
    lg: '132px minmax(0, 1.6fr) minmax(0, 1fr) 96px 112px 112px',
  },
  gridTemplateAreas: {
    base: '"goods total" "person until" "state since"',
    lg: '"state goods person total since until"',
  },
} as const;

const Row = chakra(BaseRow, { base: columns });
const Head = chakra(Columns, { base: columns });
const Goods = chakra('span', { base: { fontWeight: 'semibold' } });
const Figure = chakra(Cell, { base: { textStyle: 'numeric', textAlign: { base: 'end', lg: 'start' } } });
const PhoneOnly = chakra('span', { base: { display: { lg: 'none' }, color: 'muted' } });

const COLUMNS = ['state', 'goods', 'person', 'total', 'since', 'until'] as const;

/** Column titles of the list of holds. */
export function HoldColumns() {
  const { t } = useTranslation('admin');
  return (
    <Head aria-hidden="true">
      {COLUMNS.map((name) => (
        <chakra.span key={name} gridArea={name}>
          {t(`holds.columns.${name}`)}
        </chakra.span>
      ))}
    </Head>
  );
}

interface HoldRowProps {
  readonly hold: AdminHold;
  readonly selected: boolean;
  /** Current time of the clock that all rows of the panel share, ms. */
  readonly now: number;
  readonly onOpen: (id: number) => void;
}

/** Row of one hold. */
export const HoldRow = memo(function HoldRow({ hold, selected, now, onOpen }: HoldRowProps) {
  const { t } = useTranslation('admin');
  const { id, state, username, inGameName, since, until } = hold;
  const goods = hold.lines.map(formatHeldLine).join(', ');
  return (
    <Row data-row={id} data-selected={selected ? '' : undefined}>
      <RowButton
        type="button"
        aria-label={t('holds.row', { goods, name: username })}
        aria-current={selected || undefined}
        onClick={() => onOpen(id)}
      />
      <Cell gridArea="state">
        <HoldChip state={state} />
      </Cell>
      <Cell gridArea="goods">
        <Line>
          <Goods lang="">{goods}</Goods>
        </Line>
      </Cell>
      <Cell gridArea="person">
        <Line>
          <bdi>{username}</bdi>
        </Line>
        <Tiny>{inGameName}</Tiny>
      </Cell>
      <Figure gridArea="total">
        <Line>{formatDecimal(hold.total)}</Line>
        <Tiny>{t(`holds.methods.${hold.method}`)}</Tiny>
      </Figure>
      <Figure gridArea="since" data-tip={formatDateTime(since)}>
        <Line>
          <PhoneOnly>{`${t('holds.columns.since')} `}</PhoneOnly>
          <span>{formatShortTime(since, now)}</span>
        </Line>
      </Figure>
      <Figure gridArea="until" data-tip={until === null ? undefined : formatDateTime(until)}>
        <Line>
          <PhoneOnly>{`${t('holds.columns.until')} `}</PhoneOnly>
          <span>{until === null ? t('sheet.missing') : formatShortTime(until, now)}</span>
        </Line>
      </Figure>
    </Row>
  );
});

/** Chip with the state of a hold: waiting for payment, or for the provider's confirmation. */
export function HoldChip({ state }: Pick<AdminHold, 'state'>) {
  const { t } = useTranslation('admin');
  const isOpen = state === 'open';
  return (
    <StatusChip tone={isOpen ? 'accent' : 'info'}>
      {t(isOpen ? 'holds.states.open' : 'holds.states.confirming')}
    </StatusChip>
  );
}
