import type { CurrentUser } from '@pax/contracts';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { useLangMark } from '../../i18n/t';
import { Menu, type MenuEntry } from './menu';
import { useLanguageEntries } from './use-language-entries';
import { useThemeEntries } from './use-theme-entries';

interface PhoneMenuProps {
  readonly me: CurrentUser | null | undefined;
  readonly onSignOut: () => void;
}

/** Sets the first of a group apart, where something stands above it. */
const apartFrom = (above: boolean | undefined) => (entry: MenuEntry, place: number) =>
  place === 0 && above ? { ...entry, apart: true } : entry;

/** What the header has no room for on a phone: panel, theme, language, signing out. */
export function PhoneMenu({ me, onSignOut }: PhoneMenuProps) {
  const { t } = useTranslation('shop');
  const mark = useLangMark();
  const navigate = useNavigate();
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
  const entries = [
    ...(me?.isAuthorizedUser ? [admin] : []),
    ...themes.map(apartFrom(me?.isAuthorizedUser)),
    ...tongues.map(apartFrom(true)),
    ...(me ? [{ ...logout, apart: true }] : []),
  ];
  return <Menu icon="menu" label={t('nav.menu')} entries={entries} />;
}
