import { chakra } from '@chakra-ui/react/styled-system';
import { useEffect, useId, useRef, useState, type KeyboardEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { Icon, type IconName } from '../../../ui/components/base/icon';
import { focusWithoutScroll } from '../../../lib/browser/focus-without-scroll';
import { useInteractOutside } from '../../../lib/hooks/use-interact-outside';
import { buttonRecipe } from '../../../ui/theme/recipes/button';
import { useAvoidControls, type Box } from '../../../lib/hooks/use-avoid-controls';

/** Position of the floating menu: bottom right, beside the content where the window leaves room. */
const Root = chakra('div', {
  base: {
    position: 'fixed',
    zIndex: 'float',
    insetEnd: 'max(2px, calc((100vw - 1240px) / 2 - 76px))',
    bottom: '12px',
    display: 'grid',
    justifyItems: 'end',
    gap: '2',
    transition: 'transform 160ms cubic-bezier(0.2, 0.8, 0.2, 1), translate 160ms ease-out, opacity 160ms',
    '@media (prefers-reduced-motion: reduce)': { transition: 'opacity 160ms' },
    translate: '0 var(--avoid-shift, 0px)',
    '&[data-away]:not(:focus-within), &[data-covering]:not([data-open]):not(:focus-within)': {
      opacity: 0,
      transform: 'translateY(var(--shift))',
      pointerEvents: 'none',
    },
  },
});
const Main = chakra('button', buttonRecipe);
const List = chakra('ul', {
  base: {
    display: 'grid',
    justifyItems: 'end',
    gap: '2',
    animation: 'riseIn 160ms cubic-bezier(0.2, 0.8, 0.2, 1)',
  },
});
const Action = chakra('button', buttonRecipe);
const Outside = chakra('a', buttonRecipe);
const SIZE = '36px';
const shadow = { boxShadow: '0 6px 24px var(--pax-colors-shadow)' };

/** Maximum distance that the menu moves up to uncover controls, px; if that is not enough, the menu hides. */
const MAX_SHIFT = 160;

/** Returns the box of the main button as the styles place it, without the shift that avoids controls. */
function getUnshiftedBox(root: HTMLElement): Box {
  const { right, bottom } = getComputedStyle(root);
  const button = root.lastElementChild;
  const { width, height } = button?.getBoundingClientRect() ?? { width: 0, height: 0 };
  const edge = { right: innerWidth - parseFloat(right), bottom: innerHeight - parseFloat(bottom) };
  return { ...edge, left: edge.right - width, top: edge.bottom - height };
}

/** Distance to scroll before the direction counts, px. */
const SLACK = 12;

/** Returns true while the user scrolls down, so that the floating menu can hide. */
function useHideOnScroll(): boolean {
  const [isHidden, setIsHidden] = useState(false);
  useEffect(() => {
    let last = scrollY;
    const updateIsHidden = () => {
      if (Math.abs(scrollY - last) < SLACK) return;
      setIsHidden(scrollY > last && scrollY > 0);
      last = scrollY;
    };
    addEventListener('scroll', updateIsHidden, { passive: true });
    return () => removeEventListener('scroll', updateIsHidden);
  }, []);
  return isHidden;
}

interface QuickActionsProps {
  readonly onWishlist: () => void;
  readonly onCart: () => void;
  /** Address of the support chat; the support page if the shop has no chat. */
  readonly chat: string;
}

/** Floating menu of wide windows: to the top, chat, wishlist, cart. Hides while scrolling down; never covers a button. */
export function QuickActions({ onWishlist, onCart, chat }: QuickActionsProps) {
  const { t } = useTranslation('home');
  const id = useId();
  const [open, setOpen] = useState(false);
  const root = useRef<HTMLDivElement>(null);
  const main = useRef<HTMLButtonElement>(null);
  const isHidden = useHideOnScroll();
  useAvoidControls(root, { getUnshiftedBox, maxShift: MAX_SHIFT });

  useInteractOutside(open, root, () => setOpen(false));

  const closeMenuOnEscape = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || !open) return;
    setOpen(false);
    focusWithoutScroll(main.current);
  };
  const closeMenuAndRun = (act: () => void) => () => {
    setOpen(false);
    act();
  };
  const actions: readonly { name: 'top' | 'wishlist' | 'cart'; icon: IconName; run: () => void }[] = [
    { name: 'cart', icon: 'cart', run: onCart },
    { name: 'wishlist', icon: 'heart', run: onWishlist },
    { name: 'top', icon: 'arrowUp', run: () => scrollTo({ top: 0, behavior: 'smooth' }) },
  ];
  return (
    <Root
      ref={root}
      data-away={(isHidden && !open) || undefined}
      data-open={open || undefined}
      onKeyDown={closeMenuOnEscape}
    >
      {open && (
        <List id={id} aria-label={t('float.label')}>
          <li>
            <Outside href={chat} target="_blank" rel="noreferrer" css={shadow} onClick={() => setOpen(false)}>
              <Icon name="chat" size={18} />
              {t('float.chat')}
            </Outside>
          </li>
          {actions.map(({ name, icon, run }) => (
            <li key={name}>
              <Action type="button" css={shadow} onClick={closeMenuAndRun(run)}>
                <Icon name={icon} size={18} />
                {t(`float.${name}`)}
              </Action>
            </li>
          ))}
        </List>
      )}
      <Main
        ref={main}
        type="button"
        size="icon"
        css={{ width: SIZE, height: SIZE, ...shadow }}
        aria-label={t(open ? 'float.close' : 'float.open')}
        aria-expanded={open}
        aria-controls={open ? id : undefined}
        onClick={() => setOpen(!open)}
      >
        <Icon name={open ? 'close' : 'more'} size={22} />
      </Main>
    </Root>
  );
}
