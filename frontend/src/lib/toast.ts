import { create } from 'zustand';

export interface Notice {
  readonly title: string;
  readonly description?: string;
  readonly kind?: 'info' | 'success' | 'error' | 'loyalty';
  /** What one may do about it; such a notice stays until it is done or dismissed (OWN-304). */
  readonly action?: { readonly label: string; readonly run: () => void };
}

interface ShownNotice {
  /** Another one for each notice. */
  readonly id: number;
  readonly notice: Notice;
}

/** The notice that is shown; one at a time (SHOP-9.38). */
export const useNotice = create<{ readonly shown: ShownNotice | undefined }>(() => ({ shown: undefined }));

let count = 0;

/** Shows a notice in the place of the one before. */
export function showToast(notice: Notice): void {
  count += 1;
  useNotice.setState({ shown: { id: count, notice } });
}

/** Takes the notice away that is shown: something opens that it would cover. */
export function dismissToast(): void {
  useNotice.setState({ shown: undefined });
}
