import { chakra } from '@chakra-ui/react/styled-system';
import { TICKET_SORTS, type AdminCounts } from '@pax/contracts';
import { useDeferredValue, useMemo, useRef, useState, type RefObject } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../../ui/components/base/button';
import { EmptyState } from '../../../ui/components/feedback/empty-state';
import { SegmentedControl } from '../../../ui/components/form/segmented-control';
import { useLastDefined } from '../../../lib/hooks/use-last-defined';
import { useNow } from '../../../lib/hooks/use-now';
import { formatListTotal, usePanelCounts } from '../shared/panel-counts';
import { useUnseenIds, useMarkSeen } from '../shared/unseen-rows';
import { ListBar } from '../shared/list-bar';
import { PanelList } from '../shared/panel-list';
import { TabLayout } from '../shared/tab-elements';
import { useUrlFilter } from '../shared/use-url-filter';
import { useListKeys, useRowSelection } from '../shared/use-row-selection';
import {
  isTicketSort,
  isTicketView,
  defaultTicketSortFor,
  toTicketQuery,
  TICKET_VIEWS,
  type TicketView,
  useTicketOfSheet,
  useTicketList,
} from './ticket-queries';
import { TicketColumns, TicketRow } from './ticket-row';
import { TicketSheet } from './ticket-sheet';
import { formatCount } from '../../../lib/values/format';

const Count = chakra('span', { base: { color: 'muted', textStyle: 'numeric', fontWeight: 'medium' } });

const countOf: Readonly<Record<TicketView, (counts: AdminCounts) => number>> = {
  open: ({ tickets }) => tickets,
  done: ({ endedTickets }) => endedTickets,
  all: ({ tickets, endedTickets }) => tickets + endedTickets,
};

/** Returns view, sort order and search of the tab, read from the address. */
function useTicketFilter() {
  const urlFilter = useUrlFilter();
  const [named, typed, chosen] = [urlFilter.value('filter'), urlFilter.value('q'), urlFilter.value('sort')];
  const view: TicketView = isTicketView(named) ? named : 'open';
  const sort = isTicketSort(chosen) ? chosen : defaultTicketSortFor(view);
  const search = useDeferredValue(typed);
  const query = useMemo(() => toTicketQuery(view, sort, search), [view, sort, search]);
  return { urlFilter, view, sort, typed, query };
}

interface NoTicketsProps {
  readonly view: TicketView;
  readonly search: string;
  readonly onClear: () => void;
}

/** Text of an empty list of tickets: nothing found, nothing in this view, or no ticket at all. */
function NoTickets({ view, search, onClear }: NoTicketsProps) {
  const { t } = useTranslation('tickets');
  if (search === '') return <EmptyState title={t(`none.${view}`)} sentence={t('none.text')} />;
  return (
    <EmptyState
      compact
      title={t('none.found')}
      sentence={t('none.foundText', { search })}
      action={<Button onClick={onClear}>{t('none.clear')}</Button>}
    />
  );
}

interface TicketViewsProps {
  readonly value: TicketView;
  readonly onChange: (view: TicketView) => void;
}

/** Tabs for the views of the tickets, each with its count. */
function TicketViews({ value, onChange }: TicketViewsProps) {
  const { t } = useTranslation('tickets');
  const counts = usePanelCounts();
  return (
    <SegmentedControl
      label={t('view')}
      options={TICKET_VIEWS.map((view) => ({
        value: view,
        label: (
          <span>
            {t(`views.${view}`)} <Count>{counts && formatCount(countOf[view](counts))}</Count>
          </span>
        ),
      }))}
      value={value}
      onChange={onChange}
    />
  );
}

interface TicketsBarProps {
  readonly ticketFilter: ReturnType<typeof useTicketFilter>;
  readonly total: string | undefined;
  readonly field: RefObject<HTMLInputElement | null>;
}

/** Bar of the tab with search, views and sort order. */
function TicketsBar({
  ticketFilter: { urlFilter, view, sort, typed, query },
  total,
  field,
}: TicketsBarProps) {
  const { t } = useTranslation('tickets');
  return (
    <ListBar
      heading={t('heading')}
      total={total}
      field={field}
      exported={{ list: 'tickets', query }}
      search={{
        label: t('search'),
        hint: t('searchHint'),
        value: typed,
        onChange: (text) => urlFilter.set('q', text),
      }}
      sort={{
        label: t('sort'),
        options: TICKET_SORTS.map((value) => ({ value, label: t(`sorts.${value}`) })),
        value: sort,
        onChange: (wanted) => urlFilter.set('sort', wanted === defaultTicketSortFor(view) ? '' : wanted),
      }}
    >
      <TicketViews
        value={view}
        onChange={(wanted) => urlFilter.set('filter', wanted === 'open' ? '' : wanted)}
      />
    </ListBar>
  );
}

/** Tab of support tickets: views, search, rows, and the sheet of the open ticket. */
export function TicketsTab() {
  const { t } = useTranslation('tickets');
  const asked = useTicketFilter();
  const { urlFilter, view, query } = asked;
  const list = useTicketList(query);
  const [drafts, setDrafts] = useState<Readonly<Record<number, string | undefined>>>({});
  const now = useNow();
  const fresh = useUnseenIds('tickets');
  const markSeen = useMarkSeen('tickets');
  const field = useRef<HTMLInputElement>(null);
  const rows = list.data;
  const selection = useRowSelection(urlFilter, rows?.items, markSeen);
  const { selectedId, openId, open, close } = selection;
  const opened = useTicketOfSheet(
    openId,
    rows?.items.find(({ id }) => id === openId),
  );
  const shown = useLastDefined(opened);
  useListKeys(selection, field);
  return (
    <TabLayout>
      <TicketsBar ticketFilter={asked} total={formatListTotal(rows)} field={field} />
      <PanelList
        list={list}
        query={query}
        label={t('list')}
        failed={t('loadFailed')}
        empty={<NoTickets view={view} search={query.q} onClear={() => urlFilter.set('q', '')} />}
        columns={<TicketColumns />}
        selectedId={selectedId}
      >
        {(ticket) => (
          <TicketRow
            ticket={ticket}
            selected={ticket.id === selectedId}
            isUnseen={fresh.includes(ticket.id)}
            now={now}
            onOpen={open}
            onSeen={markSeen}
          />
        )}
      </PanelList>
      <TicketSheet
        ticket={shown}
        open={opened !== undefined}
        onClose={close}
        draft={shown && drafts[shown.id]}
        onDraft={(draft) => shown && setDrafts((all) => ({ ...all, [shown.id]: draft }))}
      />
    </TabLayout>
  );
}
