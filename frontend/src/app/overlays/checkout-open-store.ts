import { create } from 'zustand';

/** URL fragment that opens the checkout. */
export const CHECKOUT_HASH = '#checkout';

interface CheckoutFlag {
  readonly isOpen: boolean;
  readonly open: () => void;
  readonly close: () => void;
}

/** Store that says whether the checkout is open, shared by all pages; closed when the shop starts. */
export const useCheckoutFlag = create<CheckoutFlag>()((set) => ({
  isOpen: false,
  open: () => set({ isOpen: true }),
  close: () => set({ isOpen: false }),
}));
