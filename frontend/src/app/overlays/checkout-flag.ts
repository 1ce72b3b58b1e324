import { create } from 'zustand';

/** URL fragment that opens the checkout. */
export const CHECKOUT_HASH = '#checkout';

interface CheckoutFlag {
  readonly isOpen: boolean;
  readonly open: () => void;
  readonly close: () => void;
}

/** Whether the checkout is open: one flag for every page, closed at start. */
export const useCheckoutFlag = create<CheckoutFlag>()((set) => ({
  isOpen: false,
  open: () => set({ isOpen: true }),
  close: () => set({ isOpen: false }),
}));
