import { chakra } from '@chakra-ui/react/styled-system';
import { useEffect, useRef, useSyncExternalStore, type FocusEvent } from 'react';
import { createPortal } from 'react-dom';
import { useTranslation } from 'react-i18next';
import { ToastCard } from './toast-card';
import { useToast } from '../../../lib/browser/toast';

const never = () => () => undefined;
const yes = () => true;
const no = () => false;

/** Shortcut that moves the focus to the toast. */
const HOTKEY = 'F8';

const Region = chakra('div', {
  base: {
    position: 'fixed',
    zIndex: 'toast',
    // On a phone below the header, because sheets and their buttons are at the bottom.
    top: { base: '64px', sm: 'auto' },
    bottom: { sm: '16px' },
    insetInlineStart: '16px',
    width: 'min(420px, calc(100vw - 32px))',
    // Only the card receives pointer events; dialogs take them from everything below.
    pointerEvents: 'none',
    '& > *': { pointerEvents: 'auto' },
  },
});

/**
 * The toast region, mounted once; in the first load, because load failures are shown here. F8 moves the focus
 * into it and back.
 */
export function Toaster() {
  const { t } = useTranslation();
  const shown = useToast((state) => state.shown);
  const region = useRef<HTMLDivElement>(null);
  const cameFrom = useRef<Element>(undefined);
  // Not prerendered: a portal needs a body.
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
