import { useEffect, useRef } from 'react';

export type KeyBindings = Readonly<Record<string, (() => void) | undefined>>;

const TYPING = 'input, textarea, select, [contenteditable]:not([contenteditable="false"])';
/** Dialogs that disable the shortcuts; the order's side sheet does not. */
const MODAL = '[role=dialog][data-state=open]:not(:has([data-keys-through]))';

/** Binds single-key shortcuts. Inactive while typing, with a modifier, or when a dialog is open. */
export function useKeys(bindings: KeyBindings): void {
  const latest = useRef(bindings);
  useEffect(() => {
    latest.current = bindings;
  });
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || event.isComposing)
        return;
      if (event.target instanceof Element && event.target.closest(TYPING)) return;
      if (document.querySelector(MODAL)) return;
      const run = latest.current[event.key];
      if (!run) return;
      event.preventDefault();
      run();
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, []);
}
