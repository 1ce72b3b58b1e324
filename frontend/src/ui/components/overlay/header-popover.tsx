import { chakra } from '@chakra-ui/react/styled-system';
import { Suspense, useEffect, useId, useRef, useState, type ComponentProps, type ReactNode } from 'react';
import { focusWithoutScroll } from '../../../lib/browser/focus-without-scroll';
import { useInteractOutside } from '../../../lib/hooks/use-interact-outside';
import { useReportLoadFailure } from '../../../lib/hooks/use-report-load-failure';
import { buttonRecipe } from '../../theme/recipes/button';
import { notched } from '../../theme/recipes/notch';
import { ErrorBoundary } from '../feedback/error-boundary';

const renderNothing = () => null;

const Anchor = chakra('span', { base: { position: { md: 'relative' }, display: 'inline-flex' } });
const Trigger = chakra('button', buttonRecipe);

interface HeaderPopoverProps extends Omit<ComponentProps<typeof Trigger>, 'children'> {
  readonly label: string;
  readonly children: ReactNode;
  /** Renders the opened popover, which may load lazily. */
  readonly renderPopover: (popover: { readonly id: string; readonly close: () => void }) => ReactNode;
}

/** Button of the header that opens a popover below it. Escape, a click outside and a second click close it. */
export function HeaderPopover({ label, children, renderPopover, ...rest }: HeaderPopoverProps) {
  const id = useId();
  const [open, setOpen] = useState(false);
  const anchor = useRef<HTMLSpanElement>(null);
  const trigger = useRef<HTMLButtonElement>(null);
  const showPartFailed = useReportLoadFailure();
  const closeFailedPopover = () => {
    setOpen(false);
    showPartFailed(() => setOpen(true));
  };

  useInteractOutside(open, anchor, () => setOpen(false));

  return (
    <Anchor
      ref={anchor}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || !open) return;
        setOpen(false);
        focusWithoutScroll(trigger.current);
      }}
    >
      <Trigger
        ref={trigger}
        type="button"
        size="icon"
        data-tip={label}
        aria-label={label}
        aria-haspopup="dialog"
        aria-expanded={open}
        aria-controls={open ? id : undefined}
        onClick={() => setOpen(!open)}
        {...rest}
      >
        {children}
      </Trigger>
      {open && (
        <ErrorBoundary onError={closeFailedPopover} fallback={renderNothing}>
          <Suspense>{renderPopover({ id, close: () => setOpen(false) })}</Suspense>
        </ErrorBoundary>
      )}
    </Anchor>
  );
}

const Sheet = chakra('div', {
  base: {
    ...notched,
    '--notch-fill': 'colors.surface',
    '--notch-edge': 'colors.edge',
    position: { base: 'fixed', md: 'absolute' },
    top: { base: 'calc(var(--header) + 6px)', md: 'calc(100% + 6px)' },
    insetEnd: { base: '4', md: '0' },
    zIndex: 'popover',
    width: 'min(372px, calc(100vw - 32px))',
    outline: 'none',
    boxShadow: '0 12px 48px var(--pax-colors-shadow)',
    animation: 'riseIn 140ms cubic-bezier(0.2, 0.8, 0.2, 1)',
  },
});
const Body = chakra('div', {
  base: {
    display: 'grid',
    gap: '4',
    p: '5',
    // Below 1024 px the bottom bar takes 56 px.
    maxHeight: {
      base: 'calc(100dvh - var(--header) - 78px - env(safe-area-inset-bottom))',
      lg: 'calc(100dvh - var(--header) - 22px)',
    },
    overflowY: 'auto',
    overscrollBehavior: 'contain',
  },
});

interface HeaderSheetProps {
  readonly id: string;
  readonly label: string;
  readonly children: ReactNode;
}

/** Surface of an opened popover, which takes the focus. */
export function HeaderSheet({ id, label, children }: HeaderSheetProps) {
  const sheet = useRef<HTMLDivElement>(null);
  useEffect(() => focusWithoutScroll(sheet.current), []);
  return (
    <Sheet ref={sheet} id={id} role="dialog" aria-label={label} tabIndex={-1}>
      <Body>{children}</Body>
    </Sheet>
  );
}
