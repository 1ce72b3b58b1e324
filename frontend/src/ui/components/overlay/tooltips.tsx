import { chakra, defineRecipe } from '@chakra-ui/react/styled-system';
import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { notched } from '../../theme/recipes/notch';

export const tooltipRecipe = defineRecipe({
  className: 'tooltip',
  base: {
    ...notched,
    '--notch-fill': 'colors.text',
    '--notch-edge': 'colors.text',
    '--notch-light': 'transparent',
    '--notch-step': '3px',
    position: 'fixed',
    zIndex: 'tooltip',
    width: 'max-content',
    maxWidth: 'min(280px, calc(100vw - 16px))',
    px: '2.5',
    py: '1.5',
    fontSize: 'xs',
    fontWeight: 'medium',
    lineHeight: 'snug',
    color: 'bg',
    animation: 'fadeIn 120ms ease-out',
  },
});

/** Time for which the pointer must hover before a tooltip opens, ms. */
export const OPEN_MS = 700;
/** Time after which a tooltip closes once the pointer has left, ms; until then another tooltip opens at once. */
const SKIP_MS = 300;

/** Name of the attribute that contains a tooltip's text. */
const TIP = 'data-tip';

const tooltipOwnerOf = (target: EventTarget | null): Element | null =>
  target instanceof Element ? target.closest(`[${TIP}]`) : null;
const isBubble = (target: EventTarget | null): boolean =>
  target instanceof Element && target.closest('[role=tooltip]') !== null;

/**
 * Watches hover and focus of all elements with `data-tip` by shared listeners. No tooltips are shown on touch.
 *
 * @returns a function that stops it
 */
function watchTooltipOwners(show: (owner: Element | undefined) => void): () => void {
  let over: Element | null = null;
  let shown: Element | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;

  const showOwner = (owner: Element | undefined) => {
    clearTimeout(timer);
    if (shown !== owner) show(owner);
    shown = owner;
  };
  const scheduleShow = (owner: Element | undefined, ms: number) => {
    clearTimeout(timer);
    timer = setTimeout(() => showOwner(owner?.isConnected ? owner : undefined), ms);
  };
  const onPointerMove = ({ target, pointerType }: PointerEvent) => {
    if (pointerType === 'touch') return;
    // The tooltip stays open while it is hovered, so that it can be read at any magnification (WCAG 1.4.13).
    if (isBubble(target)) return clearTimeout(timer);
    const owner = tooltipOwnerOf(target);
    if (owner === over && owner !== null) return;
    over = owner;
    if (!owner) scheduleShow(undefined, SKIP_MS);
    else if (shown) showOwner(owner);
    else scheduleShow(owner, OPEN_MS);
  };
  const onPointerLeave = () => {
    over = null;
    scheduleShow(undefined, SKIP_MS);
  };
  const onFocus = ({ target }: FocusEvent) => {
    const owner = tooltipOwnerOf(target);
    if (owner?.matches(':focus-visible')) showOwner(owner);
  };
  const hideTooltip = () => showOwner(undefined);
  const hideOnEscape = ({ key }: KeyboardEvent) => key === 'Escape' && hideTooltip();

  const stop = new AbortController();
  const { signal } = stop;
  const page = document.documentElement;
  page.addEventListener('pointerover', onPointerMove, { signal });
  page.addEventListener('pointerleave', onPointerLeave, { signal });
  page.addEventListener('focusin', onFocus, { signal });
  page.addEventListener('focusout', hideTooltip, { signal });
  for (const name of ['pointerdown', 'scroll'] as const)
    addEventListener(name, hideTooltip, { signal, capture: true, passive: true });
  addEventListener('keydown', hideOnEscape, { signal, capture: true });
  return () => {
    clearTimeout(timer);
    stop.abort();
  };
}

/** Distance between a tooltip and its element, and to the window's edge, px. */
const GAP = 6;
const EDGE = 8;

const Bubble = chakra('div', tooltipRecipe);

/** Positions the tooltip above its element, or below if there is no space above. */
function placeBubble(bubble: HTMLElement, owner: Element): void {
  const { top, bottom, left, width } = owner.getBoundingClientRect();
  const own = bubble.getBoundingClientRect();
  const above = top - own.height - GAP;
  const x = Math.min(left + width / 2 - own.width / 2, innerWidth - own.width - EDGE);
  bubble.style.left = `${Math.max(EDGE, x)}px`;
  bubble.style.top = `${above < EDGE ? bottom + GAP : above}px`;
}

/**
 * Shows the tooltip of any element with `data-tip`. Tooltips never appear on touch, so they must not contain required
 * information.
 */
export function Tooltips() {
  const [owner, setOwner] = useState<Element>();
  const bubble = useRef<HTMLDivElement>(null);
  useEffect(() => watchTooltipOwners(setOwner), []);
  useLayoutEffect(() => {
    if (owner && bubble.current) placeBubble(bubble.current, owner);
  }, [owner]);
  if (!owner) return null;
  return createPortal(
    <Bubble ref={bubble} role="tooltip">
      {owner.getAttribute(TIP)}
    </Bubble>,
    document.body,
  );
}
