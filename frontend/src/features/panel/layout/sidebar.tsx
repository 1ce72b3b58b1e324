import { chakra } from '@chakra-ui/react/styled-system';
import { useTranslation } from 'react-i18next';
import { Link, useNavigate } from 'react-router-dom';
import { Icon } from '../../../ui/components/base/icon';
import { ActionMenu } from '../../../ui/components/overlay/menus';
import { useHasRight } from '../access/rights';
import { useUnseenIds } from '../shared/unseen-rows';
import { useShortcutHint } from '../shared/use-key-bindings';
import { ReconciliationSummary } from './reconciliation-summary';
import { addressOfTab, keyOfTab, type RegisteredTab } from './panel-tabs';
import { StrandedPaymentsButton } from './stranded-payments';

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
    // The free width is shared by all tabs, so that long labels do not touch each other.
    gridAutoColumns: 'auto',
    overflowX: { base: 'auto', lg: 'visible' },
    scrollbarWidth: 'none',
    flexDirection: 'column',
    gap: { lg: '1' },
    px: { lg: '2' },
    py: { lg: '3' },
  },
});
const slot = {
  base: {
    position: 'relative',
    display: 'flex',
    flexDirection: { base: 'column', lg: 'row' },
    alignItems: 'center',
    justifyContent: { base: 'center', lg: 'flex-start' },
    columnGap: '2',
    '& svg': { flexShrink: '0' },
    minHeight: { base: '56px', lg: 'touch' },
    px: { base: '0', lg: '2' },
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
} as const;
const Item = chakra(Link, slot);
const More = chakra('button', slot);
const Count = chakra('span', {
  base: {
    ms: 'auto',
    px: '1',
    minWidth: '24px',
    flexShrink: '0',
    textAlign: 'center',
    whiteSpace: 'nowrap',
    textStyle: 'numeric',
    fontSize: 'xs',
    fontWeight: 'bold',
    lineHeight: '20px',
    bg: 'bg',
    color: 'text',
    _empty: { display: 'none' },
    '&[data-fresh]': { bg: 'accent', color: 'onAccent' },
  },
});
/** Number of tabs that fit side by side on a phone 320 px wide. */
const PHONE_SLOTS = 7;
const NARROW = '@media (max-width: 374px)';
const Mark = chakra('span', {
  base: {
    ms: '0.5',
    textStyle: 'numeric',
    fontSize: '0.6875rem',
    fontWeight: 'bold',
    lineHeight: '16px',
    whiteSpace: 'nowrap',
    color: 'text',
    _empty: { display: 'none' },
    [NARROW]: { ms: '1px', fontSize: '0.625rem' },
    '&[data-fresh]': { bg: 'accent', color: 'onAccent' },
  },
});
const Label = chakra('span', {
  base: { srOnly: { base: true, md: false }, whiteSpace: { base: 'nowrap', md: 'nowrap' } },
});
/** Full count of a tab; on a phone only for screen readers, because the short count is shown there. */
const FullCount = chakra('span', {
  base: { srOnly: { base: true, lg: false }, display: { lg: 'contents' } },
});
/** Short labels of tabs with long names, for phones. */
const SHORT_LABELS: Partial<
  Record<RegisteredTab['id'], `shortTabs.${'orders' | 'archived' | 'coins' | 'tickets'}`>
> = {
  orders: 'shortTabs.orders',
  archived: 'shortTabs.archived',
  coins: 'shortTabs.coins',
  tickets: 'shortTabs.tickets',
};
/** Short label of a tab, shown on phones. */
const ShortLabel = chakra('span', {
  base: {
    display: { md: 'none' },
    fontSize: '0.6875rem',
    lineHeight: 'snug',
    whiteSpace: 'nowrap',
    [NARROW]: { fontSize: '0.625rem', letterSpacing: '-0.02em' },
  },
});
const Top = chakra('span', {
  base: {
    display: 'inline-flex',
    alignItems: 'center',
    height: { base: '24px', lg: 'auto' },
    [NARROW]: { '& svg': { width: '16px' } },
  },
});
const PhoneOnly = chakra('span', { base: { display: { lg: 'none' } } });

const Slot = chakra('li', {
  variants: {
    on: { all: {}, phone: { display: { md: 'none' } }, wide: { display: { base: 'none', md: 'block' } } },
  },
});

interface TabLinkProps {
  readonly tab: RegisteredTab;
  readonly current: boolean;
  /** Number key that opens the tab. */
  readonly shortcut: string | undefined;
}

function TabLink({ tab, current, shortcut }: TabLinkProps) {
  const { t } = useTranslation('admin');
  const key = useShortcutHint(shortcut);
  const fresh = useUnseenIds(tab.id).length > 0 ? '' : undefined;
  return (
    <Item to={addressOfTab(tab)} aria-current={current ? 'page' : undefined} aria-keyshortcuts={key}>
      <Top>
        <Icon name={tab.icon} />
        <PhoneOnly aria-hidden="true">
          <Mark data-fresh={fresh}>
            <tab.Count short />
          </Mark>
        </PhoneOnly>
      </Top>
      <Label>{t(tab.label)}</Label>
      <ShortLabel aria-hidden="true">{t(SHORT_LABELS[tab.id] ?? tab.label)}</ShortLabel>
      <FullCount>
        <Count data-fresh={fresh}>
          <tab.Count />
        </Count>
      </FullCount>
    </Item>
  );
}

interface MoreTabsProps {
  readonly tabs: readonly RegisteredTab[];
  readonly current: RegisteredTab | undefined;
}

/** Menu with the tabs that do not fit into the bar of a phone. */
function MoreTabs({ tabs, current }: MoreTabsProps) {
  const { t } = useTranslation('admin');
  const navigate = useNavigate();
  const open = tabs.find((tab) => tab === current);
  return (
    <ActionMenu
      label={t('head.moreTabs')}
      trigger={
        <More width="full" aria-label={t('head.moreTabs')} aria-current={open && 'page'}>
          <Top>
            <Icon name="more" />
          </Top>
          <ShortLabel aria-hidden="true">{t('shortTabs.more')}</ShortLabel>
        </More>
      }
      actions={tabs.map((tab) => ({
        id: tab.id,
        label: t(tab.label),
        icon: tab.icon,
        run: () => void navigate(addressOfTab(tab)),
      }))}
    />
  );
}

interface SidebarProps {
  readonly tabs: readonly RegisteredTab[];
  readonly current: RegisteredTab | undefined;
}

/** Navigation between the panel's tabs with live counts: a sidebar on a desktop, a bottom bar on a phone. */
export function Sidebar({ tabs, current }: SidebarProps) {
  const { t } = useTranslation('admin');
  const can = useHasRight();
  const inBar = tabs.length > PHONE_SLOTS ? PHONE_SLOTS - 1 : PHONE_SLOTS;
  return (
    <Nav aria-label={t('head.sidebar')}>
      <List>
        {tabs.map((tab, at) => (
          <Slot key={tab.id} on={at < inBar ? 'all' : 'wide'}>
            <TabLink tab={tab} current={tab === current} shortcut={keyOfTab(at)} />
          </Slot>
        ))}
        {inBar < tabs.length && (
          <Slot on="phone">
            <MoreTabs tabs={tabs.slice(inBar)} current={current} />
          </Slot>
        )}
      </List>
      {can('money') && <ReconciliationSummary />}
      {can('money') && <StrandedPaymentsButton />}
    </Nav>
  );
}
