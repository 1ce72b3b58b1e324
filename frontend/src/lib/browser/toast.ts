import { create } from 'zustand';

export interface Toast {
  readonly title: string;
  readonly description?: string;
  readonly kind?: 'info' | 'success' | 'error' | 'loyalty';
  /** Action of the toast; a toast with an action stays until it is used or dismissed. */
  readonly action?: { readonly label: string; readonly run: () => void };
}

interface ShownToast {
  /** Unique per toast. */
  readonly id: number;
  readonly toast: Toast;
}

/** The visible toast; one at a time. */
export const useToast = create<{ readonly shown: ShownToast | undefined }>(() => ({ shown: undefined }));

let count = 0;

/** Shows a toast, replacing the one before. */
export function showToast(toast: Toast): void {
  count += 1;
  useToast.setState({ shown: { id: count, toast } });
}

/** Removes the visible toast, for example before something opens that it would cover. */
export function dismissToast(): void {
  useToast.setState({ shown: undefined });
}
