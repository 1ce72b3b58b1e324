import {
  useEffect,
  useEffectEvent,
  useRef,
  useState,
  type PointerEvent,
  useSyncExternalStore,
  type FocusEvent,
} from 'react';
import { chakra } from '@chakra-ui/react/styled-system';
import { useTranslation } from 'react-i18next';
import { createPortal } from 'react-dom';
import { dismissToast, type Toast, useToast } from '../../../lib/browser/toast';
import { type Box, useAvoidControls } from '../../../lib/hooks/use-avoid-controls';
import { notched } from '../../theme/recipes/notch';
import { buttonRecipe } from '../../theme/recipes/button';
import { Button } from '../base/button';
import { Icon, type IconName } from '../base/icon';

/** Calls `onEnd` after a duration in ms, in which time on hold does not count; never if the duration is undefined. */
function useCountdown(ms: number | undefined, isHeld: boolean, onEnd: () => void): void {
  const left = useRef(ms);
  const end = useEffectEvent(onEnd);
  useEffect(() => {
    if (isHeld || left.current === undefined) return undefined;
    const from = Date.now();
    const timer = setTimeout(() => end(), left.current);
    return () => {
      clearTimeout(timer);
      left.current = Math.max(0, (left.current ?? 0) - (Date.now() - from));
    };
  }, [isHeld]);
}

/** Time for which a toast is shown, ms; the timer stops while the toast is hovered or focused. */
export const TOAST_MS = 5000;

const icons: Record<string, IconName> = { success: 'check', error: 'alert', loyalty: 'star' };

const Card = chakra('div', {
  base: {
    ...notched,
    '--notch-fill': 'colors.raised',
    '--notch-edge': 'colors.edge',
    '--toast-tone': 'colors.info',
    display: 'grid',
    gridTemplateColumns: 'auto 1fr auto',
    columnGap: '3',
    alignItems: 'start',
    py: '3',
    ps: '4',
    pe: '2',
    color: 'text',
    touchAction: 'pan-y',
    translate: '0 var(--avoid-shift, 0px)',
    overflowWrap: 'anywhere',
    boxShadow: '0 12px 48px var(--pax-colors-shadow)',
    animation: 'riseIn 160ms cubic-bezier(0.2, 0.8, 0.2, 1)',
    '&[data-type=success]': { '--toast-tone': 'colors.money', '--notch-edge': 'colors.money' },
    '&[data-type=error]': { '--toast-tone': 'colors.danger', '--notch-edge': 'colors.danger' },
    '&[data-type=loyalty]': { '--toast-tone': 'colors.loyalty', '--notch-edge': 'colors.loyalty' },
  },
});
const Mark = chakra('span', { base: { color: 'var(--toast-tone)', mt: '1px' } });
const Title = chakra('p', { base: { fontWeight: 'semibold', fontSize: 'md', lineHeight: 'snug' } });
const Description = chakra('p', { base: { color: 'muted', fontSize: 'sm', mt: '1' } });
/** Text with the button beside it, below it where both do not fit. */
const Body = chakra('div', { base: { display: 'flex', flexWrap: 'wrap', gap: '2', minWidth: '0' } });
const Words = chakra('div', { base: { flex: '1 1 8rem', minWidth: '0' } });
const Close = chakra('button', buttonRecipe);
const Key = chakra('kbd', { base: { color: 'muted', fontFamily: 'mono', fontSize: 'xs' } });
/** Bar that runs out with the time of the toast; under reduced motion in steps of a tenth. */
const Bar = chakra('span', {
  base: {
    gridColumn: '1 / -1',
    height: '3px',
    mt: '2',
    bg: 'var(--toast-tone)',
    transformOrigin: 'left',
    animation: 'runOut linear forwards',
    '@media (prefers-reduced-motion: reduce)': { animationTimingFunction: 'steps(10)' },
  },
});

/** Returns the box of the toast as if it were not shifted. */
const getUnshiftedBox = (card: HTMLElement): Box => (card.parentElement ?? card).getBoundingClientRect();

/** Distance of a swipe to the right after which the toast is dismissed, px. */
const SWIPE_PX = 50;

/** Returns handlers that move an element along with a swipe to the right, and call `onAway` if it was long enough. */
function useSwipeAway(onAway: () => void) {
  const start = useRef<number>(undefined);
  const swipeDistanceOf = (event: PointerEvent<HTMLElement>) =>
    Math.max(0, event.clientX - (start.current ?? event.clientX));
  const endSwipe = (element: HTMLElement) => {
    start.current = undefined;
    element.style.removeProperty('transform');
  };
  return {
    onPointerDown(event: PointerEvent<HTMLElement>) {
      if (event.button !== 0 || (event.target instanceof Element && event.target.closest('button, a')))
        return;
      start.current = event.clientX;
      event.currentTarget.setPointerCapture(event.pointerId);
    },
    onPointerMove(event: PointerEvent<HTMLElement>) {
      if (start.current !== undefined)
        event.currentTarget.style.transform = `translateX(${swipeDistanceOf(event)}px)`;
    },
    onPointerUp(event: PointerEvent<HTMLElement>) {
      const far = swipeDistanceOf(event) > SWIPE_PX;
      endSwipe(event.currentTarget);
      if (far) onAway();
    },
    onPointerCancel(event: PointerEvent<HTMLElement>) {
      endSwipe(event.currentTarget);
    },
  };
}

interface ToastCardProps {
  readonly toast: Toast;
  /** Called when a focused toast is removed, so that the focus can return. */
  readonly onGone: () => void;
}

/**
 * Toast that closes by itself, unless it has a button that stands nowhere else. It never covers Add or Pay, and avoids other controls if
 * possible.
 */
function ToastCard({ toast, onGone }: ToastCardProps) {
  const { t } = useTranslation();
  const [isHovered, setHovered] = useState(false);
  const [isFocused, setFocused] = useState(false);
  const [isOver, setOver] = useState(false);
  const card = useRef<HTMLDivElement>(null);
  const close = useRef<HTMLButtonElement>(null);
  const { title, description, kind = 'info', lastsMs } = toast;
  const { isBrief = !toast.action || lastsMs !== undefined } = toast;
  const action = isOver ? undefined : toast.action;
  useCountdown(isBrief ? (lastsMs ?? TOAST_MS) : undefined, isHovered || isFocused, dismissToast);
  // A held toast stays, but what its button does ends.
  useCountdown(lastsMs, false, () => {
    // A focused button that is removed gets no blur event, so that the toast would be held for ever.
    if (card.current?.contains(document.activeElement)) close.current?.focus();
    setOver(true);
  });
  const dismissAndReturnFocus = () => {
    dismissToast();
    if (isFocused) onGone();
  };
  const swipe = useSwipeAway(dismissAndReturnFocus);
  useAvoidControls(card, { getUnshiftedBox, maxShift: innerHeight, mustShow: true });
  return (
    <Card
      ref={card}
      role="status"
      aria-atomic="true"
      data-part="root"
      data-type={kind}
      onMouseEnter={() => setHovered(true)}
      onMouseLeave={() => setHovered(false)}
      onFocus={() => setFocused(true)}
      onBlur={() => setFocused(false)}
      {...swipe}
    >
      <Mark>
        <Icon name={icons[kind] ?? 'info'} />
      </Mark>
      <Body>
        <Words>
          <Title>{title}</Title>
          {description && <Description>{description}</Description>}
        </Words>
        {action && (
          <Button
            size="sm"
            alignSelf="center"
            aria-keyshortcuts={action.shortcut}
            onClick={() => {
              dismissAndReturnFocus();
              action.run();
            }}
          >
            <span>{action.label}</span>
            {action.shortcut && <Key aria-hidden="true">{action.shortcut}</Key>}
          </Button>
        )}
      </Body>
      <Close
        ref={close}
        type="button"
        kind="bare"
        size="iconSm"
        aria-label={t('notices.dismiss')}
        onClick={dismissAndReturnFocus}
      >
        <Icon name="close" />
      </Close>
      {lastsMs !== undefined && !isOver && (
        <Bar aria-hidden="true" data-bar="" data-fill="" style={{ animationDuration: `${lastsMs}ms` }} />
      )}
    </Card>
  );
}

const subscribeToNothing = () => () => undefined;
const isInBrowser = () => true;
const isPrerendering = () => false;

/** Key that moves the focus into the toast and back. */
const HOTKEY = 'F8';

const Region = chakra('div', {
  base: {
    position: 'fixed',
    zIndex: 'toast',
    // On a phone toasts are shown below the header, because sheets and their buttons are at the bottom.
    top: { base: '64px', sm: 'auto' },
    bottom: { sm: '16px' },
    insetInlineStart: '16px',
    width: 'min(420px, calc(100vw - 32px))',
    // Only the toast itself receives pointer events; its region must let clicks through to the page.
    pointerEvents: 'none',
    '& > *': { pointerEvents: 'auto' },
  },
});

/** Region in which toasts are shown, mounted once. It is in the first load, because it also reports load failures. */
export function Toaster() {
  const { t } = useTranslation();
  const shown = useToast((state) => state.shown);
  const region = useRef<HTMLDivElement>(null);
  const cameFrom = useRef<Element>(undefined);
  // The region is left out while prerendering, because its portal needs a document body.
  const isDrawn = useSyncExternalStore(subscribeToNothing, isInBrowser, isPrerendering);
  useEffect(() => {
    const focusToast = ({ key }: KeyboardEvent) => {
      if (key !== HOTKEY || region.current?.contains(document.activeElement)) return;
      cameFrom.current = document.activeElement ?? undefined;
      region.current?.focus();
    };
    addEventListener('keydown', focusToast);
    return () => removeEventListener('keydown', focusToast);
  }, []);
  const returnFocus = () => {
    const origin = cameFrom.current;
    cameFrom.current = undefined;
    if (origin instanceof HTMLElement) origin.focus({ preventScroll: true });
  };
  const forgetFocusOrigin = ({ currentTarget, relatedTarget }: FocusEvent) => {
    if (relatedTarget === null) returnFocus();
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
      onBlur={forgetFocusOrigin}
    >
      {shown && <ToastCard key={shown.id} toast={shown.toast} onGone={returnFocus} />}
    </Region>,
    document.body,
  );
}
