import { chakra } from '@chakra-ui/react/styled-system';
import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { followTips, TIP } from '../../../lib/browser/follow-tips';
import { tooltipRecipe } from '../../theme/recipes/tooltip';

/** Gap between tooltip and owner, and to the window's edge, px. */
const GAP = 6;
const EDGE = 8;

const Bubble = chakra('div', tooltipRecipe);

/** Places the tooltip above its owner, or below if there is no space. */
function place(bubble: HTMLElement, owner: Element): void {
  const { top, bottom, left, width } = owner.getBoundingClientRect();
  const own = bubble.getBoundingClientRect();
  const above = top - own.height - GAP;
  const x = Math.min(left + width / 2 - own.width / 2, innerWidth - own.width - EDGE);
  bubble.style.left = `${Math.max(EDGE, x)}px`;
  bubble.style.top = `${above < EDGE ? bottom + GAP : above}px`;
}

/**
 * Renders the tooltip of whatever has `data-tip`. Touch never shows it, so it must not hold required
 * information.
 */
export function Tips() {
  const [owner, setOwner] = useState<Element>();
  const bubble = useRef<HTMLDivElement>(null);
  useEffect(() => followTips(setOwner), []);
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
