import { create } from 'zustand';

export interface Toast {
  readonly title: string;
  readonly description?: string;
  readonly kind?: 'info' | 'success' | 'error' | 'loyalty';
  /** Button of the toast, which then stays until the user presses or dismisses it. */
  readonly action?: {
    readonly label: string;
    /** Key that does the same. */
    readonly shortcut?: string;
    readonly run: () => void;
  };
  /** True if the toast closes by itself in spite of its button, because the page offers the same. */
  readonly isBrief?: boolean;
  /** Time after which the button ends, and the toast closes unless it is held, ms; a bar shows it run out. */
  readonly lastsMs?: number;
}

interface ShownToast {
  /** Id that differs for each shown toast. */
  readonly id: number;
  readonly toast: Toast;
}

/** Store with the visible toast; only one is visible at a time. */
export const useToast = create<{ readonly shown: ShownToast | undefined }>(() => ({ shown: undefined }));

let count = 0;

/** Shows a toast, which replaces the visible one. */
export function showToast(toast: Toast): void {
  count += 1;
  useToast.setState({ shown: { id: count, toast } });
}

/** Removes the visible toast, for example before something opens that the toast would cover. */
export function dismissToast(): void {
  useToast.setState({ shown: undefined });
}
