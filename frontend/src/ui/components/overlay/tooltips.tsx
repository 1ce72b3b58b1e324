import { chakra } from '@chakra-ui/react/styled-system';
import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { tooltipRecipe } from '../../theme/recipes/tooltip';

/** Hover delay before a tooltip opens, ms. */
export const OPEN_MS = 700;
/** Delay before a tooltip closes after the pointer left, during which another one opens at once, ms. */
const SKIP_MS = 300;

/** Attribute that contains a tooltip's text. */
const TIP = 'data-tip';

const tooltipOwnerOf = (target: EventTarget | null): Element | null =>
  target instanceof Element ? target.closest(`[${TIP}]`) : null;
const isBubble = (target: EventTarget | null): boolean =>
  target instanceof Element && target.closest('[role=tooltip]') !== null;

/**
 * Watches hover and focus of all `data-tip` elements with shared listeners and delays. No tooltips are shown
 * on touch.
 *
 * @returns stops it
 */
function watchTooltipOwners(show: (owner: Element | undefined) => void): () => void {
  let over: Element | null = null;
  let shown: Element | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;

  const set = (owner: Element | undefined) => {
    clearTimeout(timer);
    if (shown !== owner) show(owner);
    shown = owner;
  };
  const schedule = (owner: Element | undefined, ms: number) => {
    clearTimeout(timer);
    timer = setTimeout(() => set(owner?.isConnected ? owner : undefined), ms);
  };
  const move = ({ target, pointerType }: PointerEvent) => {
    if (pointerType === 'touch') return;
    // A hovered tooltip stays open, to be readable at any magnification (WCAG 1.4.13).
    if (isBubble(target)) return clearTimeout(timer);
    const owner = tooltipOwnerOf(target);
    if (owner === over && owner !== null) return;
    over = owner;
    if (!owner) schedule(undefined, SKIP_MS);
    else if (shown) set(owner);
    else schedule(owner, OPEN_MS);
  };
  const leave = () => {
    over = null;
    schedule(undefined, SKIP_MS);
  };
  const focus = ({ target }: FocusEvent) => {
    const owner = tooltipOwnerOf(target);
    if (owner?.matches(':focus-visible')) set(owner);
  };
  const hide = () => set(undefined);
  const keys = ({ key }: KeyboardEvent) => key === 'Escape' && hide();

  const stop = new AbortController();
  const { signal } = stop;
  const page = document.documentElement;
  page.addEventListener('pointerover', move, { signal });
  page.addEventListener('pointerleave', leave, { signal });
  page.addEventListener('focusin', focus, { signal });
  page.addEventListener('focusout', hide, { signal });
  for (const name of ['pointerdown', 'scroll'] as const)
    addEventListener(name, hide, { signal, capture: true, passive: true });
  addEventListener('keydown', keys, { signal, capture: true });
  return () => {
    clearTimeout(timer);
    stop.abort();
  };
}

/** Gap between tooltip and owner, and to the window's edge, px. */
const GAP = 6;
const EDGE = 8;

const Bubble = chakra('div', tooltipRecipe);

/** Positions the tooltip above its owner, or below if there is no space. */
function place(bubble: HTMLElement, owner: Element): void {
  const { top, bottom, left, width } = owner.getBoundingClientRect();
  const own = bubble.getBoundingClientRect();
  const above = top - own.height - GAP;
  const x = Math.min(left + width / 2 - own.width / 2, innerWidth - own.width - EDGE);
  bubble.style.left = `${Math.max(EDGE, x)}px`;
  bubble.style.top = `${above < EDGE ? bottom + GAP : above}px`;
}

/**
 * Renders the tooltip of any `data-tip` element. Touch never shows it, so it must not contain required
 * information.
 */
export function Tooltips() {
  const [owner, setOwner] = useState<Element>();
  const bubble = useRef<HTMLDivElement>(null);
  useEffect(() => watchTooltipOwners(setOwner), []);
  useLayoutEffect(() => {
    if (owner && bubble.current) place(bubble.current, owner);
  }, [owner]);
  if (!owner) return null;
  return createPortal(
    <Bubble ref={bubble} role="tooltip">
      {owner.getAttribute(TIP)}
    </Bubble>,
    document.body,
  );
}
