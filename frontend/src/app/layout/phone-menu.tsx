import type { CurrentUser } from '@pax/contracts';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { useFreeCoins } from '../../features/account/free-coins/free-coins-flag';
import { useLangMark } from '../../i18n/t';
import { useServerInfo } from '../../lib/http/server-info';
import { Menu, type MenuEntry } from './menu';
import { useLanguageEntries } from './use-language-entries';
import { useThemeEntries } from './use-theme-entries';

interface PhoneMenuProps {
  readonly me: CurrentUser | null | undefined;
  readonly onSignOut: () => void;
}

/** Separates the first entry of a group from the one above. */
const apartFrom = (above: boolean) => (entry: MenuEntry, place: number) =>
  place === 0 && above ? { ...entry, apart: true } : entry;

/** The menu for what a phone's header has no room for: free coins, panel, theme, language, sign-out. */
export function PhoneMenu({ me, onSignOut }: PhoneMenuProps) {
  const { t } = useTranslation('shop');
  const mark = useLangMark();
  const navigate = useNavigate();
  const offer = useFreeCoins((state) => state.open);
  const themes = useThemeEntries();
  const tongues = useLanguageEntries();
  const admin: MenuEntry = {
    id: 'admin',
    icon: 'shield',
    label: t('nav.admin'),
    run: () => void navigate('/admin'),
  };
  const logout: MenuEntry = {
    id: 'logout',
    icon: 'logout',
    label: t('nav.logout'),
    lang: mark('shop', 'nav.logout'),
    run: onSignOut,
  };
  const freeCoins: MenuEntry = { id: 'free-coins', icon: 'gift', label: t('nav.freeCoins'), run: offer };
  const first = [
    ...(useServerInfo()?.joinReward === false ? [] : [freeCoins]),
    ...(me?.isAuthorizedUser ? [admin] : []),
  ];
  const entries = [
    ...first,
    ...themes.map(apartFrom(first.length > 0)),
    ...tongues.map(apartFrom(true)),
    ...(me ? [{ ...logout, apart: true }] : []),
  ];
  return <Menu icon="menu" label={t('nav.menu')} entries={entries} />;
}
