import { chakra } from '@chakra-ui/react/styled-system';
import { useTranslation } from 'react-i18next';
import type { RightsHolder } from '@pax/contracts';
import { Suspense, useState } from 'react';
import { Link, useNavigate, useSearchParams } from 'react-router-dom';
import { useDiscordServerInfo } from '../../../lib/http/shop-info';
import { useConnectionState } from '../../../lib/realtime/connection-state';
import { formatTime } from '../../../lib/values/format';
import { ButtonLink } from '../../../ui/components/base/button';
import { Chip } from '../../../ui/components/shop/chip';
import { Icon } from '../../../ui/components/base/icon';
import { IconButton } from '../../../ui/components/base/icon-button';
import { Logo } from '../../../ui/components/base/logo';
import { EmptyState } from '../../../ui/components/feedback/empty-state';
import { ThemeMenu } from '../../../ui/components/overlay/menus';
import { NARROWEST_PHONE, LOW_WINDOW } from '../../../ui/theme/media-queries';
import { useDocumentTitle } from '../../../lib/hooks/use-title';
import { RightsProvider } from '../access/rights';
import { useUnseenRowCount } from '../shared/unseen-rows';
import { PaletteSheet } from '../palette/palette-sheet';
import { ShortcutsDialog } from './shortcuts-dialog';
import { LogoutLink, type LogoutProps } from './logout-link';
import {
  PANEL_TABS,
  addressOfTab,
  keyOfTab,
  findNamedTab,
  filterVisibleTabs,
  type RegisteredTab,
} from './panel-tabs';
import { Sidebar } from './sidebar';
import { useUndoNewest } from '../undo/undoable-acts';
import { useKeyBindings, type KeyBindings } from '../shared/use-key-bindings';
import { ErrorBoundary } from '../../../ui/components/feedback/error-boundary';
import { LoadingRows, TabBar, TabLayout, TabRows } from '../shared/tab-elements';
import type { PanelTab } from '../shared/panel-tab';

const Light = chakra('p', {
  base: {
    display: 'inline-flex',
    alignItems: 'center',
    gap: '2',
    flexShrink: '0',
    px: '2',
    fontSize: 'xs',
    fontWeight: 'semibold',
    lineHeight: 'snug',
    whiteSpace: 'nowrap',
    textStyle: 'numeric',
    color: 'muted',
    '&[data-line=live] > span:first-of-type': { bg: 'money' },
    '&[data-line=connecting] > span:first-of-type': { bg: 'accent' },
    '&[data-line=offline]': { color: 'danger' },
    '&[data-line=offline] > span:first-of-type': { bg: 'danger' },
  },
});
const Block = chakra('span', { base: { width: '8px', height: '8px', flexShrink: '0' } });

/** State of the live connection as text and colour, so that staff see whether the panel is up to date. */
function ConnectionLight() {
  const { t } = useTranslation('admin');
  const line = useConnectionState();
  const words =
    line.state === 'offline'
      ? t('line.offline', { time: formatTime(new Date(line.since).toISOString()) })
      : t(`line.${line.state}`);
  return (
    <Light role="status" aria-live="polite" data-line={line.state}>
      <Block aria-hidden="true" />
      <span>{words}</span>
    </Light>
  );
}

const Root = chakra('div', {
  base: {
    height: '100dvh',
    display: 'grid',
    gridTemplateRows: { base: 'auto minmax(0, 1fr) auto', lg: 'auto minmax(0, 1fr)' },
    gridTemplateColumns: { base: 'minmax(0, 1fr)', lg: '224px minmax(0, 1fr)' },
    gridTemplateAreas: { base: '"head" "main" "sidebar"', lg: '"head head" "sidebar main"' },
    // In a low window the whole page scrolls, so that the tab can use the full height.
    [LOW_WINDOW]: { height: 'auto', gridTemplateRows: { base: 'auto 100dvh auto', lg: 'auto 100dvh' } },
  },
});
const Head = chakra('header', {
  base: {
    gridArea: 'head',
    display: 'flex',
    alignItems: 'center',
    gap: { base: '1', lg: '2' },
    minHeight: '56px',
    px: { base: '3', lg: '4' },
    bg: 'bg',
    borderBottomWidth: '1px',
    borderColor: 'line',
  },
});
const Who = chakra('p', {
  base: {
    display: 'flex',
    alignItems: 'center',
    gap: '2',
    me: 'auto',
    ms: { base: '1', lg: '3' },
    minWidth: '0',
    fontSize: { base: 'sm', md: 'md' },
    fontWeight: 'semibold',
  },
});
const Name = chakra('span', {
  base: {
    overflow: 'hidden',
    textOverflow: 'ellipsis',
    whiteSpace: 'nowrap',
    // The user name is for screen readers only on the narrowest phones, which have no space for it.
    [NARROWEST_PHONE]: { srOnly: true },
  },
});
const Main = chakra('main', { base: { gridArea: 'main', minHeight: '0', minWidth: '0', outline: 'none' } });
/** Button for the shortcut help; in a small window the palette leads there. */
const WideOnly = chakra('span', { base: { display: { base: 'none', lg: 'contents' } } });
/** Link to the shop; on a phone the logo alone leads there, so that the user's name has space. */
const ToShop = chakra('span', { base: { display: { base: 'none', md: 'contents' } } });
const StaleBanner = chakra('p', {
  base: {
    display: 'flex',
    alignItems: 'center',
    gap: '2',
    px: '4',
    py: '2',
    bg: 'danger',
    color: 'onDanger',
    textStyle: 'small',
    fontWeight: 'medium',
  },
});
const HeaderRows = chakra('div', { base: { gridArea: 'head' } });

const loadingTab = (
  <TabLayout>
    <TabBar minHeight="76px" />
    <TabRows>
      <LoadingRows />
    </TabRows>
  </TabLayout>
);

/** Content of the open tab, with a placeholder while its code loads and an error message if loading fails. */
function OpenTab({ tab: { id, Tab } }: { readonly tab: Pick<PanelTab, 'id' | 'Tab'> }) {
  return (
    <ErrorBoundary key={id} onError={(error) => globalThis.reportError(error)}>
      <Suspense fallback={loadingTab}>
        <Tab />
      </Suspense>
    </ErrorBoundary>
  );
}

/** Binds the number keys, which open the tabs. */
function useTabKeys(tabs: readonly RegisteredTab[]): void {
  const navigate = useNavigate();
  const bindings: KeyBindings = Object.fromEntries(
    tabs.flatMap((tab, at) => {
      const key = keyOfTab(at);
      return key === undefined ? [] : [[key, () => void navigate(addressOfTab(tab))]];
    }),
  );
  useKeyBindings(bindings);
}

interface AdminLayoutProps extends LogoutProps {
  readonly username: string;
  /** Role and rights of the user who works in the panel. */
  readonly holder: RightsHolder;
  readonly isStale: boolean;
}

/** Layout of the admin panel: sidebar, header and the open tab. */
export function AdminLayout({ username, holder, isStale, onLogout }: AdminLayoutProps) {
  const { t } = useTranslation(['admin', 'shop']);
  const [search] = useSearchParams();
  const tabs = filterVisibleTabs(holder, PANEL_TABS);
  const tab = findNamedTab(search.get('tab'), tabs);
  const [helping, setHelping] = useState(false);
  const fresh = useUnseenRowCount();
  const undoNewest = useUndoNewest();
  // Loaded for the undo time, which each act reads.
  useDiscordServerInfo();
  useKeyBindings({ '?': () => setHelping(true), z: undoNewest });
  useTabKeys(tabs);
  const page = t('shop:title.page', { page: t(tab ? `admin:${tab.label}` : 'admin:page') });
  useDocumentTitle(fresh > 0 ? `(${fresh}) ${page}` : page);
  return (
    <RightsProvider value={holder}>
      <Root>
        <HeaderRows>
          {isStale && (
            <StaleBanner role="status">
              <Icon name="alert" size={16} />
              {t('admin:access.stale')}
            </StaleBanner>
          )}
          <Head>
            <Link to="/" aria-label={t('admin:head.shop')}>
              <Logo bare size={32} />
            </Link>
            <Who>
              <Name>{username}</Name>
              <Chip>{t(holder.role === 'staff' ? 'admin:head.staff' : 'admin:head.admin')}</Chip>
            </Who>
            <ConnectionLight />
            <PaletteSheet tabs={tabs} current={tab?.id} onLogout={onLogout} />
            <WideOnly>
              <IconButton icon="keyboard" label={t('admin:head.keys')} onClick={() => setHelping(true)} />
            </WideOnly>
            <ThemeMenu />
            <ToShop>
              <ButtonLink asChild kind="bare">
                <Link to="/">
                  <Icon name="home" size={18} />
                  <span>{t('admin:head.shop')}</span>
                </Link>
              </ButtonLink>
            </ToShop>
            <LogoutLink compact onLogout={onLogout} />
          </Head>
        </HeaderRows>
        <Sidebar tabs={tabs} current={tab} />
        <Main id="main" tabIndex={-1}>
          {tab ? (
            <OpenTab tab={tab} />
          ) : (
            <EmptyState title={t('admin:rights.none')} sentence={t('admin:rights.noneText')} />
          )}
        </Main>
        <ShortcutsDialog open={helping} onClose={() => setHelping(false)} tabs={tabs.length} />
      </Root>
    </RightsProvider>
  );
}
