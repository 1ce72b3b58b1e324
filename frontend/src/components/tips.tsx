import { chakra } from '@chakra-ui/react/styled-system';
import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { followTips, TIP } from '../lib/follow-tips';
import { tooltipRecipe } from '../theme/recipes/tooltip';

/** Between the words and what they are about, and to the edge of the window, px. */
const GAP = 6;
const EDGE = 8;

const Bubble = chakra('div', tooltipRecipe);

/** Puts the words above their owner, or below where the window ends. */
function place(bubble: HTMLElement, owner: Element): void {
  const { top, bottom, left, width } = owner.getBoundingClientRect();
  const own = bubble.getBoundingClientRect();
  const above = top - own.height - GAP;
  const x = Math.min(left + width / 2 - own.width / 2, innerWidth - own.width - EDGE);
  bubble.style.left = `${Math.max(EDGE, x)}px`;
  bubble.style.top = `${above < EDGE ? bottom + GAP : above}px`;
}

/**
 * The one place of all tooltips: whatever carries `data-tip` has its words shown here. They are never the only place of
 * a needed word, since touch does not see them.
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
