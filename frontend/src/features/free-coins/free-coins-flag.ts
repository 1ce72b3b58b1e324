import { create } from 'zustand';

/** At the end of an address: the offer is open there. */
export const FREE_COINS_HASH = '#free-coins';

interface FreeCoinsFlag {
  readonly isOpen: boolean;
  readonly open: () => void;
  readonly close: () => void;
}

/** Whether the free coins are being offered; any page can open the offer. */
export const useFreeCoins = create<FreeCoinsFlag>()((set) => ({
  isOpen: false,
  open: () => set({ isOpen: true }),
  close: () => set({ isOpen: false }),
}));
