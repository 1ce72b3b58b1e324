import { create } from 'zustand';

/** URL fragment that opens the dialog. */
export const FREE_COINS_HASH = '#free-coins';

interface FreeCoinsFlag {
  readonly isOpen: boolean;
  readonly open: () => void;
  readonly close: () => void;
}

/** The open or closed state of the free coins dialog; any page can open it. */
export const useFreeCoins = create<FreeCoinsFlag>()((set) => ({
  isOpen: false,
  open: () => set({ isOpen: true }),
  close: () => set({ isOpen: false }),
}));
