import { useEffect, useRef, useSyncExternalStore } from 'react';
import { create } from 'zustand';
import { persist } from 'zustand/middleware';
import { browserStorage } from '../../../lib/storage/browser-storage';
import { isRecord } from '../../../lib/values/is-record';

export type KeyBindings = Readonly<Record<string, (() => void) | undefined>>;

const TYPING =
  'input:not([type=checkbox], [type=radio]), textarea, select, [contenteditable]:not([contenteditable="false"]), [role=menu], [role=listbox]';
/** CSS selector of open dialogs in which the shortcuts do not work; side sheets are not among them. */
export const MODAL = '[role=dialog][data-state=open]:not(:has([data-keys-through]))';
/** Keys that may repeat while held, because they only move the selection. */
const MOVES: ReadonlySet<string> = new Set(['j', 'k']);

interface KeySetting {
  readonly areOn: boolean;
  readonly setAreOn: (areOn: boolean) => void;
}

/** Setting that turns single-key shortcuts on or off; on by default, stored in this browser (WCAG 2.1.4). */
export const useKeySetting = create<KeySetting>()(
  persist(
    (set) => ({
      areOn: true,
      setAreOn: (areOn) => set({ areOn }),
    }),
    {
      name: 'pax-panel-keys',
      version: 0,
      storage: browserStorage(),
      partialize: ({ areOn }) => ({ areOn }),
      migrate: (stored) => stored,
      merge: (stored, current) => ({ ...current, areOn: !(isRecord(stored) && stored['areOn'] === false) }),
    },
  ),
);

/** Returns a control's shortcut for screen readers; undefined while shortcuts are off. */
export const useShortcutHint = (key: string | undefined): string | undefined =>
  useKeySetting(({ areOn }) => areOn) ? key : undefined;

/** What a key does at the moment. */
interface BoundKey {
  readonly run: () => void;
  /** Name of what it acts on, if it acts on something. */
  readonly target: string | undefined;
}

interface Bound {
  readonly bindings: KeyBindings;
  readonly target: string | undefined;
}

const mounted = new Set<{ readonly current: Bound }>();
const listeners = new Set<() => void>();
let changes = 0;

function recordChange(): void {
  changes += 1;
  for (const listener of listeners) listener();
}

function listenToChanges(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function findKeyBinding(key: string): BoundKey | undefined {
  for (const { current } of mounted) {
    const run = current.bindings[key];
    if (run) return { run, target: current.target };
  }
  return undefined;
}

/** Returns a function that finds what a key does, and renders anew whenever keys are bound. */
export function useFindKeyBinding(): typeof findKeyBinding {
  useSyncExternalStore(listenToChanges, () => changes);
  return findKeyBinding;
}

/**
 * Binds single-key shortcuts. They do not work while typing, with a modifier key, in a menu, or in a dialog.
 *
 * @param target name of what they act on, if they act on something
 */
export function useKeyBindings(bindings: KeyBindings, target?: string): void {
  const latest = useRef<Bound>({ bindings, target });
  useEffect(() => {
    const runShortcut = (event: KeyboardEvent) => {
      if (!useKeySetting.getState().areOn) return;
      if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || event.isComposing)
        return;
      if (event.target instanceof Element && event.target.closest(TYPING)) return;
      if (document.querySelector(MODAL)) return;
      const run = latest.current.bindings[event.key];
      if (!run) return;
      event.preventDefault();
      if (!event.repeat || MOVES.has(event.key)) run();
    };
    document.addEventListener('keydown', runShortcut);
    mounted.add(latest);
    return () => {
      document.removeEventListener('keydown', runShortcut);
      mounted.delete(latest);
      recordChange();
    };
  }, []);
  useEffect(() => {
    latest.current = { bindings, target };
    recordChange();
  });
}
