import { chakra } from '@chakra-ui/react/styled-system';
import { useEffect, useId, useRef, useState, type KeyboardEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { Icon, type IconName } from '../../ui/components/base/icon';
import { focusWithoutScroll } from '../../lib/browser/focus-without-scroll';
import { useInteractOutside } from '../../lib/hooks/use-interact-outside';
import { buttonRecipe } from '../../ui/theme/recipes/button';
import { notched } from '../../ui/theme/recipes/notch';
import { useLanguage } from '../../i18n/language-store';
import { documentLanguage, languages } from '../../i18n/languages';
import { useTheme, type ThemeChoice } from '../../lib/storage/theme-store';

const Anchor = chakra('span', { base: { position: 'relative', display: 'inline-flex' } });
const Trigger = chakra('button', buttonRecipe);
const List = chakra('div', {
  base: {
    ...notched,
    '--notch-fill': 'colors.raised',
    '--notch-edge': 'colors.edge',
    position: 'absolute',
    top: 'calc(100% + 6px)',
    insetEnd: '0',
    zIndex: 'popover',
    minWidth: '192px',
    p: '1.5',
    boxShadow: '0 8px 32px var(--pax-colors-shadow)',
    animation: 'riseIn 140ms cubic-bezier(0.2, 0.8, 0.2, 1)',
  },
});
const Item = chakra('button', {
  base: {
    display: 'flex',
    alignItems: 'center',
    gap: '3',
    width: 'full',
    minHeight: 'touch',
    px: '3',
    fontSize: 'sm',
    textAlign: 'start',
    '& > span': { flex: '1' },
    '&[data-apart]': { borderTopWidth: '1px', borderColor: 'line' },
    _hover: { bg: 'surface', color: 'accent' },
    _focusVisible: { bg: 'surface', color: 'accent', outlineOffset: '-2px' },
  },
});

export interface MenuEntry {
  readonly id: string;
  readonly icon: IconName;
  readonly label: string;
  readonly lang?: string | undefined;
  /** State of a radio entry of the menu: chosen or not; undefined for other entries. */
  readonly checked?: boolean;
  /** True when a line separates the entry from the one above. */
  readonly isSeparated?: boolean | undefined;
  readonly run: () => void;
}

interface MenuProps {
  readonly icon: IconName;
  readonly label: string;
  readonly entries: readonly MenuEntry[];
}

const findMenuItems = (anchor: HTMLElement | null): HTMLElement[] => [
  ...(anchor?.querySelectorAll<HTMLElement>('[role^=menuitem]') ?? []),
];

/**
 * Menu small enough for the first load: arrows, Home and End move the focus; Escape or an outside click closes the
 * menu.
 */
export function Menu({ icon, label, entries }: MenuProps) {
  const id = useId();
  const [open, setOpen] = useState(false);
  const anchor = useRef<HTMLSpanElement>(null);
  const trigger = useRef<HTMLButtonElement>(null);

  useInteractOutside(open, anchor, () => setOpen(false));
  useEffect(() => {
    const list = open ? findMenuItems(anchor.current) : [];
    focusWithoutScroll(list.find((item) => item.ariaChecked === 'true') ?? list[0]);
  }, [open]);

  const closeMenu = () => {
    setOpen(false);
    focusWithoutScroll(trigger.current);
  };
  const moveFocusByKey = (event: KeyboardEvent) => {
    if (!open) return;
    const list = findMenuItems(anchor.current);
    const at = list.findIndex((item) => item === document.activeElement);
    const to = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: list.length - 1 }[event.key];
    if (event.key === 'Escape') closeMenu();
    else if (event.key === 'Tab') return setOpen(false);
    else if (to === undefined) return;
    event.preventDefault();
    if (to !== undefined) focusWithoutScroll(list.at(to % list.length));
  };

  return (
    <Anchor ref={anchor} onKeyDown={moveFocusByKey}>
      <Trigger
        ref={trigger}
        type="button"
        kind="bare"
        size="icon"
        data-tip={label}
        aria-label={label}
        aria-haspopup="menu"
        aria-expanded={open}
        aria-controls={open ? id : undefined}
        onClick={() => setOpen(!open)}
      >
        <Icon name={icon} />
      </Trigger>
      {open && (
        <List id={id} role="menu" aria-label={label}>
          {entries.map((entry) => (
            <Item
              key={entry.id}
              type="button"
              tabIndex={-1}
              role={entry.checked === undefined ? 'menuitem' : 'menuitemradio'}
              aria-checked={entry.checked}
              lang={entry.lang}
              data-apart={entry.isSeparated || undefined}
              onClick={() => {
                closeMenu();
                entry.run();
              }}
            >
              <Icon name={entry.icon} size={18} />
              <span>{entry.label}</span>
              {entry.checked && <Icon name="check" size={16} />}
            </Item>
          ))}
        </List>
      )}
    </Anchor>
  );
}

/** Menu entries for the languages: the shop's mixture of English and German, English, and German. */
export function useLanguageEntries(): MenuEntry[] {
  const { t } = useTranslation();
  const language = useLanguage((state) => state.language);
  const setLanguage = useLanguage((state) => state.setLanguage);
  return languages.map((option) => ({
    id: option,
    icon: 'globe',
    label: t(`language.${option}`),
    lang: documentLanguage(option),
    checked: option === language,
    run: () => void setLanguage(option),
  }));
}

export const themeIcons: Readonly<Record<ThemeChoice, IconName>> = {
  light: 'sun',
  dark: 'moon',
  system: 'monitor',
};
const choices: readonly ThemeChoice[] = ['light', 'dark', 'system'];

/** Menu entries for the themes: light, dark, system. */
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
