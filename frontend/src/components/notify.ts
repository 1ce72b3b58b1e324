import { createToaster } from '@chakra-ui/react/toast';

/** How long a notice stays, ms; it waits while it is hovered or focused. */
export const NOTICE_MS = 5000;

/** Moves the focus into the region of notices (SHOP-9.37). */
export const HOTKEY = 'F8';

const PHONE = '(max-width: 30em)';
const isPhone = (): boolean => typeof matchMedia === 'function' && matchMedia(PHONE).matches;

export const toaster = createToaster({
  // Away from the side where cart and sheets come up and the thumb reaches their buttons.
  placement: isPhone() ? 'top' : 'bottom-start',
  // Below a phone's header (56 px), where the cart is.
  offsets: isPhone() ? { top: '64px', right: '16px', bottom: '16px', left: '16px' } : '16px',
  duration: NOTICE_MS,
  max: 1,
  overlap: false,
  hotkey: [HOTKEY],
  gap: 8,
});

export interface Notice {
  readonly title: string;
  readonly description?: string;
  readonly kind?: 'info' | 'success' | 'error' | 'loyalty';
}

/** Shows a notice; one at a time, so a newer one takes the place of the one before. Returns its id. */
export function notify({ title, description, kind = 'info' }: Notice): string {
  toaster.remove();
  return toaster.create({ title, description, type: kind, duration: NOTICE_MS, closable: true });
}
