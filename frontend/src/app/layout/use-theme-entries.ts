import { useTranslation } from 'react-i18next';
import type { IconName } from '../../ui/components/base/icon-paths';
import { useTheme, type ThemeChoice } from '../../lib/storage/theme-store';
import type { MenuEntry } from './menu';

export const themeIcons: Readonly<Record<ThemeChoice, IconName>> = {
  light: 'sun',
  dark: 'moon',
  system: 'monitor',
};
const choices: readonly ThemeChoice[] = ['light', 'dark', 'system'];

/** Light, Dark, System as entries of a menu. */
export function useThemeEntries(): MenuEntry[] {
  const { t } = useTranslation();
  const theme = useTheme((state) => state.theme);
  const setTheme = useTheme((state) => state.setTheme);
  return choices.map((choice) => ({
    id: choice,
    icon: themeIcons[choice],
    label: t(`theme.${choice}`),
    checked: choice === theme,
    run: () => setTheme(choice),
  }));
}
