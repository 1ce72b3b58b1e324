import { create } from 'zustand';
import { persist } from 'zustand/middleware';

export type ThemeChoice = 'light' | 'dark' | 'system';

interface ThemeState {
  readonly theme: ThemeChoice;
  readonly setTheme: (theme: ThemeChoice) => void;
}

const lightDevice = () => matchMedia('(prefers-color-scheme: light)');

/** What a choice comes to on this device right now. */
export const resolveTheme = (theme: ThemeChoice): 'light' | 'dark' =>
  theme === 'system' ? (lightDevice().matches ? 'light' : 'dark') : theme;

/** Puts a theme on the document; public/theme-boot.js does the same before the first paint. */
export function applyTheme(theme: ThemeChoice): void {
  const shown = resolveTheme(theme);
  const root = document.documentElement;
  root.classList.remove('dark', 'light');
  root.classList.add(shown);
  root.style.colorScheme = shown;
}

/** Dark unless chosen otherwise; remembered locally under its own key. */
export const useTheme = create<ThemeState>()(
  persist(
    (set) => ({
      theme: 'dark',
      setTheme: (theme) => set({ theme }),
    }),
    { name: 'pax-theme', version: 0, partialize: ({ theme }) => ({ theme }) },
  ),
);

/** Keeps the document in step with the choice and, for `system`, with the device. Returns a function that stops it. */
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
