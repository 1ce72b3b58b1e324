import { chakra } from '@chakra-ui/react/styled-system';
import type { AdminTicket } from '@pax/contracts';
import { useDeferredValue, useMemo, useRef, useState, type RefObject } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../../components/base/button';
import { EmptyState, ErrorState } from '../../../components/feedback/empty-state';
import { SearchField } from '../../../components/form/search-field';
import { SegmentedControl } from '../../../components/form/segmented-control';
import { useNow } from '../../../lib/hooks/use-now';
import { usePages } from '../../../lib/http/use-pages';
import { MoreRows } from '../orders/more-rows';
import { RowList } from '../orders/row-list';
import { useOrderSheet } from '../orders/use-order-sheet';
import { useFresh, useMarkSeen } from '../shared/fresh';
import { RowsWaiting } from '../shared/rows-waiting';
import { TabBar, TabLayout, TabRows, TabTitle } from '../shared/tab-parts';
import { useKeys } from '../shared/use-keys';
import { TICKET_VIEWS, visibleTickets, type TicketView } from './ticket-filter';
import { findTicket } from './ticket-list';
import { useTicketList, useTicketSearch } from './ticket-queries';
import { TicketColumns, TicketRow } from './ticket-row';
import { TicketSheet } from './ticket-sheet';

/** Pages of waiting tickets that are loaded by themselves. */
const WAITING_PAGES = 20;
const NONE: readonly AdminTicket[] = [];

const Find = chakra('div', { base: { flex: '1 1 260px', maxWidth: { lg: '420px' }, display: 'flex' } });
const Count = chakra('span', { base: { color: 'muted', textStyle: 'numeric', fontWeight: 'medium' } });

/** Both lists, and the rows that view and search leave; a search asks for ended ones that are not loaded too. */
function useTickets(view: TicketView, search: string) {
  const waiting = useTicketList('waiting');
  const ended = useTicketList('ended');
  const beyond = useTicketSearch(ended.hasNextPage && view !== 'open' ? search.trim() : '');
  const items = useMemo(() => {
    const loaded = [...(waiting.data?.items ?? NONE), ...(ended.data?.items ?? NONE)];
    const known = new Set(loaded.map(({ id }) => id));
    return [...loaded, ...(beyond.data ?? NONE).filter(({ id }) => !known.has(id))];
  }, [waiting.data, ended.data, beyond.data]);
  const rows = useMemo(() => visibleTickets(items, view, search), [items, view, search]);
  return { waiting, ended, items, rows };
}

/** What an empty list says: nothing found, nothing in this view, or no ticket at all. */
function NoTickets({ view, search, onClear }: { view: TicketView; search: string; onClear: () => void }) {
  const { t } = useTranslation('tickets');
  if (search.trim() !== '')
    return (
      <EmptyState
        compact
        title={t('none.found')}
        sentence={t('none.foundText', { search: search.trim() })}
        action={<Button onClick={onClear}>{t('none.clear')}</Button>}
      />
    );
  return <EmptyState title={t(`none.${view}`)} sentence={t('none.text')} />;
}

interface TicketBarProps {
  readonly find: RefObject<HTMLInputElement | null>;
  readonly typed: string;
  readonly onType: (text: string) => void;
  readonly view: TicketView;
  readonly onView: (view: TicketView) => void;
  readonly counts: Readonly<Record<TicketView, number>>;
}

/** Heading, search and views with their counts. */
function TicketBar({ find, typed, onType, view, onView, counts }: TicketBarProps) {
  const { t } = useTranslation('tickets');
  return (
    <TabBar>
      <TabTitle>{t('heading')}</TabTitle>
      <Find>
        <SearchField
          ref={find}
          value={typed}
          onChange={onType}
          label={t('search')}
          placeholder={t('searchHint')}
          aria-keyshortcuts="/"
        />
      </Find>
      <SegmentedControl
        label={t('view')}
        options={TICKET_VIEWS.map((value) => ({
          value,
          label: (
            <span>
              {t(`views.${value}`)} <Count>{counts[value]}</Count>
            </span>
          ),
        }))}
        value={view}
        onChange={onView}
      />
    </TabBar>
  );
}

/** The tab of support tickets: views, search, rows, the sheet (ADMIN-2.33 to ADMIN-2.36). */
export function TicketsTab() {
  const { t } = useTranslation('tickets');
  const [view, setView] = useState<TicketView>('open');
  const [typed, setTyped] = useState('');
  const search = useDeferredValue(typed);
  const { waiting, ended, items, rows } = useTickets(view, search);
  const pages = usePages(waiting, WAITING_PAGES);
  const older = usePages(ended, 1);
  const [drafts, setDrafts] = useState<Readonly<Record<number, string | undefined>>>({});
  const now = useNow();
  const fresh = useFresh('tickets');
  const markSeen = useMarkSeen('tickets');
  const find = useRef<HTMLInputElement>(null);
  const ids = useMemo(() => rows.map(({ id }) => id), [rows]);
  const sheet = useOrderSheet(ids, markSeen);
  const { sheetId } = sheet;
  const opened =
    findTicket({ waiting: waiting.data, ended: ended.data }, sheetId) ??
    items.find(({ id }) => id === sheetId);
  useKeys({
    '/': sheet.isOpen ? undefined : () => find.current?.focus(),
    j: () => sheet.go(1),
    k: () => sheet.go(-1),
  });
  const [open, done] = [waiting.data?.total ?? 0, ended.data?.total ?? 0];
  const asked = view === 'done' ? ended : waiting;
  return (
    <TabLayout>
      <TicketBar
        find={find}
        typed={typed}
        onType={setTyped}
        view={view}
        onView={setView}
        counts={{ open, done, all: open + done }}
      />
      <TabRows>
        {asked.isPending && <RowsWaiting />}
        {asked.isError && !asked.data && (
          <ErrorState sentence={t('loadFailed')} onRetry={() => void asked.refetch()} />
        )}
        {asked.data && rows.length === 0 && (
          <NoTickets view={view} search={search} onClear={() => setTyped('')} />
        )}
        {rows.length > 0 && (
          <RowList
            key={`${view} ${search}`}
            label={t('list')}
            rows={rows}
            selectedId={sheet.selectedId}
            head={<TicketColumns />}
            foot={
              view === 'open'
                ? waiting.hasNextPage && <MoreRows onMore={pages.more} loading={pages.isLoadingMore} />
                : ended.hasNextPage && <MoreRows onMore={older.more} loading={older.isLoadingMore} />
            }
          >
            {(ticket) => (
              <TicketRow
                ticket={ticket}
                selected={ticket.id === sheet.selectedId}
                fresh={fresh.includes(ticket.id)}
                now={now}
                onOpen={sheet.open}
                onSeen={markSeen}
              />
            )}
          </RowList>
        )}
      </TabRows>
      <TicketSheet
        ticket={opened}
        open={sheet.isOpen}
        onClose={sheet.close}
        draft={opened && drafts[opened.id]}
        onDraft={(draft) => opened && setDrafts((all) => ({ ...all, [opened.id]: draft }))}
      />
    </TabLayout>
  );
}
