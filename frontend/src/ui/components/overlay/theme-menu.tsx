import { useTranslation } from 'react-i18next';
import { useTheme, type ThemeChoice } from '../../../lib/storage/theme-store';
import { ChoiceMenu } from './choice-menu';
import { IconButton } from '../base/icon-button';
import type { IconName } from '../base/icon-paths';

const icons: Record<ThemeChoice, IconName> = { light: 'sun', dark: 'moon', system: 'monitor' };
const choices: readonly ThemeChoice[] = ['light', 'dark', 'system'];

/** Light, Dark, System. */
export function ThemeMenu() {
  const { t } = useTranslation();
  const { theme, setTheme } = useTheme();
  return (
    <ChoiceMenu
      label={t('theme.label')}
      value={theme}
      onChange={setTheme}
      options={choices.map((choice) => ({ value: choice, label: t(`theme.${choice}`), icon: icons[choice] }))}
      trigger={<IconButton icon={icons[theme]} label={t('theme.label')} tip={false} />}
    />
  );
}
