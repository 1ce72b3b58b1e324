import type { AdminProduct, AdminTicket, AdminUser, StaffOrder } from '@pax/contracts';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { useLanguage } from '../../../i18n/language-store';
import { documentLanguage, languages } from '../../../i18n/languages';
import { themeChoices, useTheme } from '../../../lib/storage/theme-store';
import { formatDecimal } from '../../../lib/values/format';
import type { IconName } from '../../../ui/components/base/icon';
import { addressOfTab, addressWithin, keyOfTab, type RegisteredTab } from '../layout/panel-tabs';
import { SHORTCUTS } from '../layout/shortcuts';
import { filterProducts } from '../products/product-filter';
import { useAdminProducts } from '../products/product-queries';
import { useExportAddress, type ExportedQuery } from '../shared/export-link';
import { useFindKeyBinding } from '../shared/use-key-bindings';
import { useSenderName } from '../tickets/ticket-sender';
import { parseRowNumber, pickRows, usePaletteSearch, type FoundRows } from './use-palette-search';

/** Something that the palette finds or does. */
export interface PaletteEntry {
  /** Name of the entry among all entries. */
  readonly value: string;
  readonly icon: IconName;
  readonly title: string;
  /** Further text that tells found things apart, or names what an act is for. */
  readonly detail?: string | undefined;
  /** State of a found thing. */
  readonly state?: string;
  /** Key that does the same without the palette. */
  readonly shortcut?: string | undefined;
  /** Language of the title, if it is not the panel's. */
  readonly lang?: string;
  /** True for an act that Enter does not run before the entry was moved to. */
  readonly mustBeMovedTo?: boolean;
  readonly run: () => void;
}

/** Entries under one heading. */
export interface PaletteGroup {
  readonly id: string;
  readonly label: string;
  readonly entries: readonly PaletteEntry[];
}

/** Lists that a tab lets download. */
const EXPORTED: Partial<Record<RegisteredTab['id'], ExportedQuery['list']>> = {
  products: 'products',
  orders: 'orders',
  archived: 'archive',
  users: 'users',
  tickets: 'tickets',
};

const wordsOf = (text: string): string[] =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean);

/** Tells whether each typed word begins a word of a name. */
function nameMatches(name: string, text: string): boolean {
  const words = wordsOf(name);
  const typed = wordsOf(text);
  return (
    text === '' || (typed.length > 0 && typed.every((word) => words.some((each) => each.startsWith(word))))
  );
}

/** Downloads a file by an address of the shop; the page stays. */
function download(address: string): void {
  const link = document.createElement('a');
  link.href = address;
  link.download = '';
  link.click();
}

interface ActsInput {
  readonly tabs: readonly RegisteredTab[];
  /** Id of the open tab; undefined if none is. */
  readonly current: RegisteredTab['id'] | undefined;
  readonly onLogout: () => void;
}

/** Returns the acts whose names match a text: bound shortcuts, tabs, exports, and settings. */
function usePaletteActs(text: string, { tabs, current, onLogout }: ActsInput): PaletteGroup[] {
  const { t } = useTranslation(['admin', 'common']);
  const navigate = useNavigate();
  const exportAddressOf = useExportAddress();
  const setTheme = useTheme((state) => state.setTheme);
  const setLanguage = useLanguage((state) => state.setLanguage);
  const findKeyBinding = useFindKeyBinding();
  const groups: PaletteGroup[] = [
    {
      id: 'acts',
      label: t('admin:palette.acts'),
      entries: SHORTCUTS.flatMap(({ key, label, actIn }): PaletteEntry[] => {
        const bound = actIn === 'anywhere' || actIn === current ? findKeyBinding(key) : undefined;
        if (!bound) return [];
        const { run, target } = bound;
        const title = t(`admin:${label}`);
        const mustBeMovedTo = actIn !== 'anywhere' && wordsOf(title).join() !== wordsOf(text).join();
        return [
          { value: `key ${key}`, icon: 'zap', title, detail: target, shortcut: key, mustBeMovedTo, run },
        ];
      }),
    },
    {
      id: 'tabs',
      label: t('admin:head.sidebar'),
      entries: tabs.map((tab, place) => ({
        value: `tab ${tab.id}`,
        icon: tab.icon,
        title: t(`admin:${tab.label}`),
        shortcut: keyOfTab(place),
        run: () => void navigate(addressOfTab(tab)),
      })),
    },
    {
      id: 'more',
      label: t('admin:palette.more'),
      entries: [
        ...tabs.flatMap(({ id, label }): PaletteEntry[] => {
          const list = EXPORTED[id];
          if (!list) return [];
          const title = t('admin:palette.exportList', { list: t(`admin:${label}`) });
          return [
            {
              value: `export ${id}`,
              icon: 'download',
              title,
              run: () => download(exportAddressOf({ list })),
            },
          ];
        }),
        ...themeChoices.map((choice): PaletteEntry => {
          const [title, detail] = [t(`common:theme.${choice}`), t('common:theme.label')];
          return { value: `theme ${choice}`, icon: 'sun', title, detail, run: () => setTheme(choice) };
        }),
        ...languages.map((choice): PaletteEntry => {
          const [title, detail] = [t(`common:language.${choice}`), t('common:language.label')];
          const lang = documentLanguage(choice);
          const run = () => void setLanguage(choice);
          return { value: `language ${choice}`, icon: 'globe', title, detail, lang, run };
        }),
        { value: 'shop', icon: 'home', title: t('admin:head.shop'), run: () => void navigate('/') },
        { value: 'logout', icon: 'logout', title: t('admin:head.logout'), run: onLogout },
      ],
    },
  ];
  return groups.map((group) => ({
    ...group,
    entries: group.entries.filter(({ title, detail = '' }) =>
      // The number of the marked order must not stand among what a typed number finds.
      nameMatches(group.id === 'acts' ? title : `${detail} ${title}`, text),
    ),
  }));
}

type Found = ReturnType<typeof usePaletteSearch>['found'];

/** Returns the things that match a text, grouped by the tab that shows them; those with a typed number come first. */
function usePaletteThings(text: string, tabs: readonly RegisteredTab[], found: Found): PaletteGroup[] {
  const { t } = useTranslation(['admin', 'tickets', 'users']);
  const navigate = useNavigate();
  const senderNameOf = useSenderName();
  const { data: products = [] } = useAdminProducts(tabs.some(({ id }) => id === 'products'));
  if (text === '') return [];
  const groupOf = <E extends { readonly id: number }>(
    tabId: RegisteredTab['id'],
    rows: FoundRows<E> | undefined,
    describe: (row: E) => Pick<PaletteEntry, 'title' | 'detail' | 'state'>,
    /** Parameters by which the tab shows all matches. */
    all: Readonly<Record<string, string>> = {},
  ): PaletteGroup[] => {
    const tab = tabs.find(({ id }) => id === tabId);
    if (!tab || !rows) return [];
    const label = t(`admin:${tab.label}`);
    const entries = rows.items.map((row): PaletteEntry => ({
      value: `${tabId} ${row.id}`,
      icon: tab.icon,
      ...describe(row),
      run: () => void navigate(addressWithin(tab, { open: String(row.id) })),
    }));
    const whole: PaletteEntry = {
      value: `all ${tabId}`,
      icon: 'search',
      title: t('admin:palette.all', { list: label }),
      run: () => void navigate(addressWithin(tab, { ...all, q: text })),
    };
    return [{ id: tabId, label, entries: rows.hasMore ? [...entries, whole] : entries }];
  };
  const join = (...parts: readonly (string | null)[]) => parts.filter(Boolean).join(' · ');
  const describeOrder = (order: StaffOrder) => ({
    title: `#${order.id} · ${t('admin:orders.pieces', { count: order.quantity, name: order.productName })}`,
    detail: join(order.username, order.minecraftName),
    state: t(`admin:status.${order.status}`),
  });
  const ofProducts = groupOf(
    'products',
    pickRows(filterProducts(products, 'all', text), text),
    (product: AdminProduct) => ({
      title: product.name,
      detail: `#${product.id}`,
      state: formatDecimal(product.price),
    }),
  );
  const ofOthers = [
    ...groupOf('orders', found?.orders, describeOrder),
    ...groupOf('archived', found?.archived, describeOrder),
    ...groupOf('users', found?.users, (user: AdminUser) => ({
      title: user.username,
      detail: join(`#${user.id}`, user.minecraftName, user.discordUsername),
      ...(user.blocked && { state: t('users:blocked') }),
    })),
    ...groupOf(
      'tickets',
      found?.tickets,
      (ticket: AdminTicket) => ({
        title: `#${ticket.id} · ${ticket.subject}`,
        detail: senderNameOf(ticket),
        state: t(`tickets:status.${ticket.status}`),
      }),
      { filter: 'all' },
    ),
  ];
  const number = parseRowNumber(text);
  if (number === undefined) return [...ofProducts, ...ofOthers];
  const rankOf = ({ id, entries }: PaletteGroup) => Number(entries[0]?.value === `${id} ${number}`);
  return [...ofOthers, ...ofProducts].toSorted((one, other) => rankOf(other) - rankOf(one));
}

/** Returns what the palette shows for a text, in groups; `isCurrent` is false until the answer for it is there. */
export function usePaletteGroups(text: string, acts: ActsInput) {
  const { found, isCurrent, retry } = usePaletteSearch(text, acts.tabs);
  const groups = [...usePaletteActs(text, acts), ...usePaletteThings(text, acts.tabs, found)].filter(
    ({ entries }) => entries.length > 0,
  );
  const entries = groups.flatMap((group) => group.entries);
  return { groups, entries, isCurrent, hasFailed: found?.hasFailed ?? false, retry };
}
