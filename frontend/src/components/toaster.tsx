import { chakra } from '@chakra-ui/react/styled-system';
import { useEffect, useRef, useSyncExternalStore, type FocusEvent } from 'react';
import { createPortal } from 'react-dom';
import { useTranslation } from 'react-i18next';
import { ToastCard } from './toast-card';
import { useToast } from '../lib/toast';

const never = () => () => undefined;
const yes = () => true;
const no = () => false;

/** Moves the focus into the region of notices (SHOP-9.37). */
const HOTKEY = 'F8';

const Region = chakra('div', {
  base: {
    position: 'fixed',
    zIndex: 'toast',
    // On a phone below the header, away from the side where sheets come up and the thumb reaches their buttons.
    top: { base: '64px', sm: 'auto' },
    bottom: { sm: '16px' },
    insetInlineStart: '16px',
    width: 'min(420px, calc(100vw - 32px))',
    // Around its card the page answers; dialogs take the pointer from all that lies below them.
    pointerEvents: 'none',
    '& > *': { pointerEvents: 'auto' },
  },
});

/**
 * The region of notices; mounted once by the app. Part of the first load: what cannot be loaded is told here. F8 moves
 * the focus into it and, once it leaves for nowhere, back to where it was.
 */
export function Toaster() {
  const { t } = useTranslation();
  const shown = useToast((state) => state.shown);
  const region = useRef<HTMLDivElement>(null);
  const cameFrom = useRef<Element>(undefined);
  // The build draws the page without it: there is no body to put it into.
  const isDrawn = useSyncExternalStore(never, yes, no);
  useEffect(() => {
    const enter = ({ key }: KeyboardEvent) => {
      if (key !== HOTKEY || region.current?.contains(document.activeElement)) return;
      cameFrom.current = document.activeElement ?? undefined;
      region.current?.focus();
    };
    addEventListener('keydown', enter);
    return () => removeEventListener('keydown', enter);
  }, []);
  const back = () => {
    const origin = cameFrom.current;
    cameFrom.current = undefined;
    if (origin instanceof HTMLElement) origin.focus({ preventScroll: true });
  };
  const left = ({ currentTarget, relatedTarget }: FocusEvent) => {
    if (relatedTarget === null) back();
    else if (!currentTarget.contains(relatedTarget)) cameFrom.current = undefined;
  };
  if (!isDrawn) return null;
  return createPortal(
    <Region
      ref={region}
      role="region"
      aria-label={`${t('notices.label')} (${HOTKEY})`}
      aria-live="polite"
      tabIndex={-1}
      data-scope="toast"
      data-part="group"
      onBlur={left}
    >
      {shown && <ToastCard key={shown.id} toast={shown.toast} onGone={back} />}
    </Region>,
    document.body,
  );
}
