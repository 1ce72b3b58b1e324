import { create } from 'zustand';

/** URL fragment that opens the free coins dialog. */
export const FREE_COINS_HASH = '#free-coins';

interface FreeCoinsFlag {
  readonly isOpen: boolean;
  readonly open: () => void;
  readonly close: () => void;
}

/** Store that says whether the free coins dialog is open; any page can open it. */
export const useFreeCoins = create<FreeCoinsFlag>()((set) => ({
  isOpen: false,
  open: () => set({ isOpen: true }),
  close: () => set({ isOpen: false }),
}));
