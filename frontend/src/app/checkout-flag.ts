import { create } from 'zustand';

/** At the end of an address: the checkout is open there. */
export const CHECKOUT_HASH = '#checkout';

interface CheckoutFlag {
  readonly isOpen: boolean;
  readonly open: () => void;
  readonly close: () => void;
}

/** Whether the checkout is shown: one flag for the whole application, on any page, closed at the start (SHOP-2.12). */
export const useCheckoutFlag = create<CheckoutFlag>()((set) => ({
  isOpen: false,
  open: () => set({ isOpen: true }),
  close: () => set({ isOpen: false }),
}));
