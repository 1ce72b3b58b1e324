import { useTranslation } from 'react-i18next';
import { Menu } from '@chakra-ui/react/menu';
import { Portal } from '@chakra-ui/react/portal';
import type { ReactElement, ReactNode } from 'react';
import { useTheme, type ThemeChoice } from '../../../lib/storage/theme-store';
import { IconButton } from '../base/icon-button';
import { type IconName, Icon } from '../base/icon';
import { defineSlotRecipe } from '@chakra-ui/react/styled-system';
import { notched } from '../../theme/recipes/notch';

const menuRecipe = defineSlotRecipe({
  className: 'menu',
  slots: [
    'arrow',
    'arrowTip',
    'content',
    'contextTrigger',
    'indicator',
    'item',
    'itemGroup',
    'itemGroupLabel',
    'itemIndicator',
    'itemText',
    'positioner',
    'separator',
    'trigger',
    'triggerItem',
    'itemCommand',
  ],
  base: {
    content: {
      ...notched,
      '--notch-fill': 'colors.raised',
      '--notch-edge': 'colors.edge',
      zIndex: 'popover',
      minWidth: '176px',
      p: '1.5',
      outline: 'none',
      boxShadow: '0 8px 32px var(--pax-colors-shadow)',
      _open: { animation: 'riseIn 140ms cubic-bezier(0.2, 0.8, 0.2, 1)' },
      _closed: { animation: 'fadeOut 100ms ease-in' },
    },
    item: {
      display: 'flex',
      alignItems: 'center',
      gap: '3',
      minHeight: '40px',
      px: '3',
      fontSize: 'sm',
      color: 'text',
      cursor: 'pointer',
      userSelect: 'none',
      outline: 'none',
      '@media (pointer: coarse)': { minHeight: 'touch' },
      _highlighted: {
        background: 'surface',
        color: 'accent',
        boxShadow: 'inset 2px 0 0 var(--pax-colors-accent)',
      },
      _disabled: { opacity: 0.5, cursor: 'not-allowed' },
    },
    itemText: { flex: '1' },
    itemIndicator: { color: 'accent' },
    itemGroupLabel: { px: '3', py: '2', textStyle: 'tiny', color: 'muted' },
    separator: { height: '1px', my: '1.5', background: 'line' },
  },
});

const icons: Record<ThemeChoice, IconName> = { light: 'sun', dark: 'moon', system: 'monitor' };
const choices: readonly ThemeChoice[] = ['light', 'dark', 'system'];

/** Menu to choose the light, dark or system theme. */
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

interface ChoiceMenuProps<V extends string> {
  /** Button that opens the menu. */
  readonly trigger: ReactElement;
  readonly label: string;
  readonly options: readonly {
    readonly value: V;
    readonly label: ReactNode;
    readonly icon?: IconName;
    readonly lang?: string;
  }[];
  readonly value: V;
  readonly onChange: (value: NoInfer<V>) => void;
}

/** Menu with one chosen entry, such as a theme, a language or a sort order. */
export function ChoiceMenu<V extends string>({
  trigger,
  label,
  options,
  value,
  onChange,
}: ChoiceMenuProps<V>) {
  const chooseEntry = (change: { readonly value: string }) => {
    const option = options.find((candidate) => candidate.value === change.value);
    if (option) onChange(option.value);
  };
  return (
    <Menu.Root recipe={menuRecipe} positioning={{ placement: 'bottom-end', gutter: 6 }}>
      <Menu.Trigger asChild>{trigger}</Menu.Trigger>
      <Portal>
        <Menu.Positioner>
          <Menu.Content aria-label={label}>
            <Menu.RadioItemGroup value={value} onValueChange={chooseEntry}>
              {options.map((option) => (
                <Menu.RadioItem key={option.value} value={option.value} lang={option.lang}>
                  {option.icon && <Icon name={option.icon} size={18} />}
                  <Menu.ItemText>{option.label}</Menu.ItemText>
                  {option.value === value && <Icon name="check" size={16} />}
                </Menu.RadioItem>
              ))}
            </Menu.RadioItemGroup>
          </Menu.Content>
        </Menu.Positioner>
      </Portal>
    </Menu.Root>
  );
}

interface ActionMenuProps {
  readonly trigger: ReactElement;
  readonly label: string;
  readonly actions: readonly {
    readonly id: string;
    readonly label: ReactNode;
    readonly icon?: IconName;
    readonly disabled?: boolean;
    readonly run: () => void;
  }[];
}

/** Menu whose entries are actions. */
export function ActionMenu({ trigger, label, actions }: ActionMenuProps) {
  return (
    <Menu.Root recipe={menuRecipe} positioning={{ placement: 'bottom-end', gutter: 6 }}>
      <Menu.Trigger asChild>{trigger}</Menu.Trigger>
      <Portal>
        <Menu.Positioner>
          <Menu.Content aria-label={label}>
            {actions.map((action) => (
              <Menu.Item key={action.id} value={action.id} disabled={action.disabled} onClick={action.run}>
                {action.icon && <Icon name={action.icon} size={18} />}
                <Menu.ItemText>{action.label}</Menu.ItemText>
              </Menu.Item>
            ))}
          </Menu.Content>
        </Menu.Positioner>
      </Portal>
    </Menu.Root>
  );
}
