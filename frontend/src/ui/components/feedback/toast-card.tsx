import { chakra } from '@chakra-ui/react/styled-system';
import { useRef, useState, type PointerEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { dismissToast, type Toast } from '../../../lib/browser/toast';
import type { Box } from '../../../lib/hooks/avoid-controls';
import { useCountdown } from '../../../lib/hooks/use-countdown';
import { useAvoidControls } from '../../../lib/hooks/use-avoid-controls';
import { notched } from '../../theme/recipes/notch';
import { buttonRecipe } from '../../theme/recipes/button';
import { Button } from '../base/button';
import { Icon } from '../base/icon';
import type { IconName } from '../base/icon-paths';

/** How long a toast stays, ms; the timer stops while it is hovered or focused. */
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
const Close = chakra('button', buttonRecipe);

/** The toast's position without its own shift. */
const boxOf = (card: HTMLElement): Box => (card.parentElement ?? card).getBoundingClientRect();

/** Distance of a swipe to the right that dismisses an element, px. */
const SWIPE_PX = 50;

/** Handlers that let an element follow a swipe to the right and call `onAway` when it went far enough. */
function useSwipeAway(onAway: () => void) {
  const start = useRef<number>(undefined);
  const moved = (event: PointerEvent<HTMLElement>) =>
    Math.max(0, event.clientX - (start.current ?? event.clientX));
  const settle = (element: HTMLElement) => {
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
      if (start.current !== undefined) event.currentTarget.style.transform = `translateX(${moved(event)}px)`;
    },
    onPointerUp(event: PointerEvent<HTMLElement>) {
      const far = moved(event) > SWIPE_PX;
      settle(event.currentTarget);
      if (far) onAway();
    },
    onPointerCancel(event: PointerEvent<HTMLElement>) {
      settle(event.currentTarget);
    },
  };
}

interface ToastCardProps {
  readonly toast: Toast;
  /** Called when it is removed while focused. */
  readonly onGone: () => void;
}

/**
 * A toast. It closes by itself unless it has an action, never covers Add or Pay, and avoids other buttons if
 * possible.
 */
export function ToastCard({ toast, onGone }: ToastCardProps) {
  const { t } = useTranslation();
  const [isHovered, setHovered] = useState(false);
  const [isFocused, setFocused] = useState(false);
  const { title, description, kind = 'info', action } = toast;
  useCountdown(action ? undefined : TOAST_MS, isHovered || isFocused, dismissToast);
  const dismiss = () => {
    dismissToast();
    if (isFocused) onGone();
  };
  const swipe = useSwipeAway(dismiss);
  const card = useRef<HTMLDivElement>(null);
  useAvoidControls(card, { boxOf, maxShift: innerHeight, mustShow: true });
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
      <div>
        <Title>{title}</Title>
        {description && <Description>{description}</Description>}
        {action && (
          <Button
            size="sm"
            mt="2"
            onClick={() => {
              dismiss();
              action.run();
            }}
          >
            {action.label}
          </Button>
        )}
      </div>
      <Close type="button" kind="bare" size="iconSm" aria-label={t('notices.dismiss')} onClick={dismiss}>
        <Icon name="close" />
      </Close>
    </Card>
  );
}
