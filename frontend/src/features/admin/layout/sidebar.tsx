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
    gridAutoColumns: 'minmax(0, 1fr)',
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
    minHeight: { base: '60px', lg: 'touch' },
    px: { base: '1', lg: '2.5' },
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
    px: '1.5',
    minWidth: '24px',
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
/** With many tabs a phone has no room for their names; the open one's stands above the list. */
const Label = chakra('span', { base: { srOnly: { base: true, md: false }, whiteSpace: 'nowrap' } });
const Top = chakra('span', {
  base: {
    display: 'inline-flex',
    flexDirection: { base: 'column', md: 'row' },
    alignItems: 'center',
    columnGap: '1',
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
