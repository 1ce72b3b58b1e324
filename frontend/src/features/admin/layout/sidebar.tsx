import { chakra } from '@chakra-ui/react/styled-system';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { Icon } from '../../../components/base/icon';
import { useCan } from '../access/rights';
import { useFresh } from '../shared/fresh';
import { MoneyMatch } from './money-match';
import { addressOfTab, type RegisteredTab } from './panel-tabs';

const Nav = chakra('nav', {
  base: {
    gridArea: 'sidebar',
    bg: 'surface',
    borderColor: 'line',
    borderTopWidth: { base: '1px', lg: '0' },
    borderEndWidth: { lg: '1px' },
    display: 'flex',
    flexDirection: { base: 'column-reverse', lg: 'column' },
    pb: { base: 'env(safe-area-inset-bottom)', lg: '0' },
    overflowY: 'auto',
  },
});
const List = chakra('ul', {
  base: {
    display: { base: 'grid', lg: 'flex' },
    gridAutoFlow: 'column',
    gridAutoColumns: 'minmax(max-content, 1fr)',
    overflowX: { base: 'auto', lg: 'visible' },
    scrollbarWidth: 'none',
    flexDirection: 'column',
    gap: { lg: '1' },
    p: { lg: '3' },
  },
});
const Item = chakra(Link, {
  base: {
    position: 'relative',
    display: 'flex',
    flexDirection: { base: 'column', lg: 'row' },
    alignItems: 'center',
    justifyContent: { base: 'center', lg: 'flex-start' },
    columnGap: '2.5',
    '& svg': { flexShrink: '0' },
    minHeight: { base: '56px', lg: 'touch' },
    px: { base: '0.5', lg: '2.5' },
    fontSize: { base: 'xs', lg: 'sm' },
    fontWeight: 'semibold',
    color: 'muted',
    _hover: { color: 'text' },
    _focusVisible: { outlineOffset: '-2px' },
    _before: {
      content: '""',
      position: 'absolute',
      insetStart: '0',
      top: '0',
      width: { base: 'full', lg: '3px' },
      height: { base: '3px', lg: 'full' },
    },
    '&[aria-current=page]': { color: 'text', bg: 'raised', _before: { bg: 'accent' } },
  },
});
const Count = chakra('span', {
  base: {
    ms: { lg: 'auto' },
    px: { base: '0.5', lg: '1.5' },
    minWidth: { lg: '24px' },
    flexShrink: '0',
    textAlign: 'center',
    whiteSpace: 'nowrap',
    textStyle: 'numeric',
    fontSize: 'xs',
    fontWeight: 'bold',
    lineHeight: '20px',
    bg: { lg: 'bg' },
    color: 'text',
    _empty: { display: 'none' },
    '&[data-fresh]': { bg: 'accent', color: 'onAccent' },
  },
});
const Label = chakra('span', { base: { srOnly: { base: true, md: false }, whiteSpace: 'nowrap' } });
/** Parts of the longest names, for phones. */
const SHORT: Partial<
  Record<RegisteredTab['id'], 'shortTabs.archived' | 'shortTabs.coins' | 'shortTabs.tickets'>
> = {
  archived: 'shortTabs.archived',
  coins: 'shortTabs.coins',
  tickets: 'shortTabs.tickets',
};
/** What a phone has room for. */
const Short = chakra('span', {
  base: { display: { md: 'none' }, fontSize: '0.6875rem', lineHeight: 'snug', whiteSpace: 'nowrap' },
});
const Top = chakra('span', {
  base: {
    display: 'inline-flex',
    alignItems: 'center',
    columnGap: '0.5',
  },
});
const PhoneOnly = chakra('span', { base: { display: { lg: 'none' } } });
const DesktopOnly = chakra('span', { base: { display: { base: 'none', lg: 'contents' } } });

interface TabLinkProps {
  readonly tab: RegisteredTab;
  readonly current: boolean;
  /** The key that opens it. */
  readonly shortcut: string;
}

function TabLink({ tab, current, shortcut }: TabLinkProps) {
  const { t } = useTranslation('admin');
  const fresh = useFresh(tab.id);
  const count = (
    <Count data-fresh={fresh.length > 0 ? '' : undefined}>
      <tab.Count />
    </Count>
  );
  return (
    <Item to={addressOfTab(tab)} aria-current={current ? 'page' : undefined} aria-keyshortcuts={shortcut}>
      <Top>
        <Icon name={tab.icon} />
        <PhoneOnly>{count}</PhoneOnly>
      </Top>
      <Label>{t(tab.label)}</Label>
      <Short aria-hidden="true">{t(SHORT[tab.id] ?? tab.label)}</Short>
      <DesktopOnly>{count}</DesktopOnly>
    </Item>
  );
}

interface SidebarProps {
  readonly tabs: readonly RegisteredTab[];
  readonly current: RegisteredTab | undefined;
}

/** The tabs with live counts: a sidebar on a desktop, a bottom bar on a phone. */
export function Sidebar({ tabs, current }: SidebarProps) {
  const { t } = useTranslation('admin');
  const can = useCan();
  return (
    <Nav aria-label={t('head.sidebar')}>
      <List>
        {tabs.map((tab, at) => (
          <li key={tab.id}>
            <TabLink tab={tab} current={tab === current} shortcut={String(at + 1)} />
          </li>
        ))}
      </List>
      {can('money') && <MoneyMatch />}
    </Nav>
  );
}
