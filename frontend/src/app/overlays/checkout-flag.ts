import { create } from 'zustand';

/** URL fragment that opens the checkout. */
export const CHECKOUT_HASH = '#checkout';

interface CheckoutFlag {
  readonly isOpen: boolean;
  readonly open: () => void;
  readonly close: () => void;
}

/** The open or closed state of the checkout, shared by all pages; closed at start. */
export const useCheckoutFlag = create<CheckoutFlag>()((set) => ({
  isOpen: false,
  open: () => set({ isOpen: true }),
  close: () => set({ isOpen: false }),
}));
