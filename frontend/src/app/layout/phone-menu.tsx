import type { CurrentUser } from '@pax/contracts';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { ActionMenu } from '../../components/choice-menu';
import { IconButton } from '../../components/icon-button';
import type { IconName } from '../../components/icon-paths';
import { T } from '../../i18n/t';
import { useTheme, type ThemeChoice } from '../../lib/theme-store';

interface PhoneMenuProps {
  readonly me: CurrentUser | null | undefined;
  readonly onSignOut: () => void;
}

const themes: readonly (readonly [ThemeChoice, IconName])[] = [
  ['light', 'sun'],
  ['dark', 'moon'],
  ['system', 'monitor'],
];

/** What the header has no room for on a phone: panel, theme, signing out. */
export function PhoneMenu({ me, onSignOut }: PhoneMenuProps) {
  const { t } = useTranslation(['shop', 'common']);
  const navigate = useNavigate();
  const setTheme = useTheme((state) => state.setTheme);
  return (
    <ActionMenu
      label={t('shop:nav.menu')}
      trigger={<IconButton icon="menu" label={t('shop:nav.menu')} tip={false} />}
      actions={[
        ...(me?.isAuthorizedUser
          ? [
              {
                id: 'admin',
                icon: 'shield' as const,
                label: t('shop:nav.admin'),
                run: () => void navigate('/admin'),
              },
            ]
          : []),
        ...themes.map(([theme, icon]) => ({
          id: theme,
          icon,
          label: t(`common:theme.${theme}`),
          run: () => setTheme(theme),
        })),
        ...(me
          ? [
              {
                id: 'logout',
                icon: 'logout' as const,
                label: (
                  <T area="shop" k="nav.logout">
                    {t('shop:nav.logout')}
                  </T>
                ),
                run: onSignOut,
              },
            ]
          : []),
      ]}
    />
  );
}
