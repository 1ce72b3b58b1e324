import { create } from 'zustand';
import { persist } from 'zustand/middleware';
import { browserStore } from './browser-store';
import { isRecord } from '../values/guards';

export const themeChoices = ['light', 'dark', 'system'] as const;
export type ThemeChoice = (typeof themeChoices)[number];

/** Also read by public/theme-boot.js. */
export const THEME_KEY = 'pax-theme';

interface ThemeState {
  readonly theme: ThemeChoice;
  readonly setTheme: (theme: ThemeChoice) => void;
}

const lightDevice = () => matchMedia('(prefers-color-scheme: light)');

/** Theme that a choice stands for on this device now. */
export const resolveTheme = (theme: ThemeChoice): 'light' | 'dark' =>
  theme === 'system' ? (lightDevice().matches ? 'light' : 'dark') : theme;

/** Applies a theme to the document; public/theme-boot.js does so before the first paint. */
export function applyTheme(theme: ThemeChoice): void {
  const shown = resolveTheme(theme);
  const root = document.documentElement;
  // Set only if different, because setting it recalculates all styles.
  if (root.classList.contains(shown) && root.style.colorScheme === shown) return;
  root.classList.remove('dark', 'light');
  root.classList.add(shown);
  root.style.colorScheme = shown;
}

/** The stored choice; undefined for anything else. */
const readStoredTheme = (stored: unknown): ThemeChoice | undefined =>
  isRecord(stored) ? themeChoices.find((known) => known === stored['theme']) : undefined;

/** The chosen theme, dark by default; stored locally under its own key. */
export const useTheme = create<ThemeState>()(
  persist(
    (set) => ({
      theme: 'dark',
      setTheme: (theme) => set({ theme }),
    }),
    {
      name: THEME_KEY,
      version: 0,
      storage: browserStore(),
      partialize: ({ theme }) => ({ theme }),
      migrate: (stored) => stored,
      merge: (stored, current) => ({ ...current, theme: readStoredTheme(stored) ?? current.theme }),
    },
  ),
);

/** Applies the chosen theme whenever it or the device's theme changes. @returns unsubscribes */
export function followTheme(): () => void {
  const apply = () => applyTheme(useTheme.getState().theme);
  apply();
  const device = lightDevice();
  device.addEventListener('change', apply);
  const stop = useTheme.subscribe(apply);
  return () => {
    stop();
    device.removeEventListener('change', apply);
  };
}
