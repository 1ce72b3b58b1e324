import { create } from 'zustand';
import { persist } from 'zustand/middleware';
import { browserStorage } from './browser-storage';
import { isRecord } from '../values/is-record';

export const themeChoices = ['light', 'dark', 'system'] as const;
export type ThemeChoice = (typeof themeChoices)[number];

/** localStorage key of the theme; public/theme-boot.js reads it too. */
export const THEME_KEY = 'pax-theme';

interface ThemeState {
  readonly theme: ThemeChoice;
  readonly setTheme: (theme: ThemeChoice) => void;
}

const lightDevice = () => matchMedia('(prefers-color-scheme: light)');

/** Returns the theme, light or dark, for which a choice such as `system` stands at the moment. */
export const resolveTheme = (theme: ThemeChoice): 'light' | 'dark' =>
  theme === 'system' ? (lightDevice().matches ? 'light' : 'dark') : theme;

/** Applies a theme to the document; before the first paint public/theme-boot.js does the same. */
export function applyTheme(theme: ThemeChoice): void {
  const shown = resolveTheme(theme);
  const root = document.documentElement;
  // The theme is set only if it differs, because setting it makes the browser recompute all styles.
  if (root.classList.contains(shown) && root.style.colorScheme === shown) return;
  root.classList.remove('dark', 'light');
  root.classList.add(shown);
  root.style.colorScheme = shown;
}

/** Parses the stored theme; undefined for any other value. */
const readStoredTheme = (stored: unknown): ThemeChoice | undefined =>
  isRecord(stored) ? themeChoices.find((known) => known === stored['theme']) : undefined;

/** Theme that the user chose; dark by default, stored in the browser under its own key. */
export const useTheme = create<ThemeState>()(
  persist(
    (set) => ({
      theme: 'dark',
      setTheme: (theme) => set({ theme }),
    }),
    {
      name: THEME_KEY,
      version: 0,
      storage: browserStorage(),
      partialize: ({ theme }) => ({ theme }),
      migrate: (stored) => stored,
      merge: (stored, current) => ({ ...current, theme: readStoredTheme(stored) ?? current.theme }),
    },
  ),
);

/**
 * Applies the chosen theme whenever the choice or the device's theme changes.
 *
 * @returns a function that stops it
 */
export function followTheme(): () => void {
  const applyChosenTheme = () => applyTheme(useTheme.getState().theme);
  applyChosenTheme();
  const device = lightDevice();
  device.addEventListener('change', applyChosenTheme);
  const stop = useTheme.subscribe(applyChosenTheme);
  return () => {
    stop();
    device.removeEventListener('change', applyChosenTheme);
  };
}
