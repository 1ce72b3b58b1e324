import { create } from 'zustand';

export interface Toast {
  readonly title: string;
  readonly description?: string;
  readonly kind?: 'info' | 'success' | 'error' | 'loyalty';
  /** What one may do about it; such a notice stays until it is done or dismissed (OWN-304). */
  readonly action?: { readonly label: string; readonly run: () => void };
}

interface ShownToast {
  /** Another one for each notice. */
  readonly id: number;
  readonly toast: Toast;
}

/** The notice that is shown; one at a time (SHOP-9.38). */
export const useToast = create<{ readonly shown: ShownToast | undefined }>(() => ({ shown: undefined }));

let count = 0;

/** Shows a notice in the place of the one before. */
export function showToast(toast: Toast): void {
  count += 1;
  useToast.setState({ shown: { id: count, toast } });
}

/** Takes the notice away that is shown: something opens that it would cover. */
export function dismissToast(): void {
  useToast.setState({ shown: undefined });
}
