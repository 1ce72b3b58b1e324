import { Dialog as Parts } from '@chakra-ui/react/dialog';
import { Portal } from '@chakra-ui/react/portal';
import { Suspense, type ReactNode, type RefObject } from 'react';
import { useTranslation } from 'react-i18next';
import { IconButton } from '../base/icon-button';
import { VisuallyHidden } from '../base/visually-hidden';
import { Loading, SkeletonText } from '../feedback/skeleton';
import { defineSlotRecipe } from '@chakra-ui/react/styled-system';
import { LOW_WINDOW } from '../../theme/media-queries';
import { notched } from '../../theme/recipes/notch';

const edge = { '--notch-edge': 'colors.edge', '--notch-fill': 'colors.surface' } as const;

/** Styles shared by dialog, side panel and bottom sheet. */
const dialogRecipe = defineSlotRecipe({
  className: 'dialog',
  slots: [
    'trigger',
    'backdrop',
    'positioner',
    'content',
    'title',
    'description',
    'closeTrigger',
    'header',
    'body',
    'footer',
  ],
  base: {
    backdrop: {
      position: 'fixed',
      inset: '0',
      zIndex: 'scrim',
      background: 'scrim',
      _open: { animation: 'fadeIn 160ms ease-out' },
      _closed: { animation: 'fadeOut 120ms ease-in' },
    },
    positioner: { position: 'fixed', inset: '0', zIndex: 'sheet', display: 'flex', overflow: 'hidden' },
    content: {
      ...notched,
      ...edge,
      display: 'flex',
      flexDirection: 'column',
      width: 'full',
      maxHeight: '100dvh',
      color: 'text',
      outline: 'none',
      boxShadow: '0 16px 64px var(--pax-colors-shadow)',
      // In low windows header and footer scroll with the content; a plain background replaces the painted one, which
      // would not scroll.
      [LOW_WINDOW]: { overflowY: 'auto', background: 'surface' },
    },
    header: {
      display: 'flex',
      alignItems: 'center',
      justifyContent: 'space-between',
      gap: '3',
      px: { base: '4', md: '6' },
      py: '3',
      minHeight: '60px',
      borderBottomWidth: '1px',
      borderColor: 'line',
    },
    title: { textStyle: 'subheading', minWidth: '0', overflowWrap: 'anywhere' },
    description: { color: 'muted', textStyle: 'small' },
    body: {
      flex: '1',
      overflowY: 'auto',
      overscrollBehavior: 'contain',
      px: { base: '4', md: '6' },
      py: '4',
      [LOW_WINDOW]: { flex: 'none', overflowY: 'visible' },
    },
    footer: {
      px: { base: '4', md: '6' },
      pt: '4',
      pb: 'max(16px, env(safe-area-inset-bottom))',
      borderTopWidth: '1px',
      borderColor: 'line',
    },
  },
  variants: {
    place: {
      centre: {
        positioner: {
          alignItems: { base: 'flex-end', md: 'center' },
          justifyContent: 'center',
          p: { base: '0', md: '6' },
        },
        content: {
          maxHeight: { base: 'calc(100dvh - 24px)', md: 'calc(100dvh - 64px)' },
          _open: { animation: 'riseIn 200ms cubic-bezier(0.2, 0.8, 0.2, 1)' },
          _closed: { animation: 'riseOut 120ms ease-in' },
        },
      },
      side: {
        positioner: { alignItems: { base: 'flex-end', md: 'stretch' }, justifyContent: 'flex-end' },
        content: {
          maxWidth: { base: 'full', md: 'panel' },
          maxHeight: { base: 'calc(100dvh - 40px)', md: '100dvh' },
          height: { base: 'auto', md: '100dvh' },
          _open: {
            animation: {
              base: 'sheetIn 200ms cubic-bezier(0.2, 0.8, 0.2, 1)',
              md: 'sideIn 200ms cubic-bezier(0.2, 0.8, 0.2, 1)',
            },
          },
          _closed: { animation: { base: 'sheetOut 140ms ease-in', md: 'sideOut 140ms ease-in' } },
        },
      },
      // The content brings its own first line; the close button lies at its end.
      top: {
        positioner: { justifyContent: 'center', alignItems: 'flex-start', p: { base: '0', md: '6' } },
        content: {
          maxWidth: { md: '640px' },
          maxHeight: { base: '100dvh', md: 'min(640px, 100dvh - 48px)' },
          _open: { animation: 'dropIn 200ms cubic-bezier(0.2, 0.8, 0.2, 1)' },
          _closed: { animation: 'dropOut 120ms ease-in' },
        },
        header: { position: 'absolute', top: '0', insetEnd: '0', zIndex: '1', borderWidth: '0' },
        title: { srOnly: true },
        body: {
          display: 'flex',
          flexDirection: 'column',
          minHeight: '0',
          px: '0',
          py: '0',
          overflowY: 'hidden',
        },
      },
    },
    size: {
      sm: { content: { maxWidth: { md: '420px' } } },
      md: { content: { maxWidth: { md: '600px' } } },
      lg: { content: { maxWidth: { md: '880px' } } },
      xl: {
        positioner: { p: { lg: '4' } },
        content: {
          maxWidth: { md: '600px', lg: '1140px' },
          maxHeight: { base: 'calc(100dvh - 24px)', md: 'calc(100dvh - 64px)', lg: 'calc(100dvh - 32px)' },
        },
      },
    },
  },
  defaultVariants: { place: 'centre' },
});

interface DialogProps {
  readonly open: boolean;
  /** Called on Escape, and by a click on the backdrop or the close button. */
  readonly onClose: () => void;
  readonly title: ReactNode;
  /** Description of the dialog for screen readers, which is not visible. */
  readonly description?: string;
  readonly children: ReactNode;
  /** Footer that stays visible at the bottom while the content scrolls. */
  readonly footer?: ReactNode;
  readonly initialFocus?: RefObject<HTMLElement | null>;
}

interface DialogBaseProps extends DialogProps {
  readonly place: 'centre' | 'side' | 'top';
  readonly size?: 'sm' | 'md' | 'lg' | 'xl' | undefined;
}

const isNotice = (target: EventTarget) =>
  target instanceof Element && target.closest('[data-scope=toast]') !== null;

// Placeholder for messages that load late, so that only the dialog waits for them and not the page behind it.
const loadingContent = (
  <Loading>
    <SkeletonText lines={4} />
  </Loading>
);

function DialogBase({
  open,
  onClose,
  title,
  description,
  children,
  footer,
  initialFocus,
  ...look
}: DialogBaseProps) {
  const { t } = useTranslation();
  const variants = look as Record<string, string>;
  return (
    <Parts.Root
      recipe={dialogRecipe}
      {...variants}
      open={open}
      onOpenChange={(change) => !change.open && onClose()}
      // A click on a toast outside does not close the dialog, so that toasts above it can be used.
      onPointerDownOutside={(event) => isNotice(event.detail.target) && event.preventDefault()}
      onFocusOutside={(event) => event.preventDefault()}
      initialFocusEl={initialFocus ? () => initialFocus.current : undefined}
    >
      <Portal>
        <Parts.Backdrop />
        <Parts.Positioner>
          <Parts.Content>
            <Parts.Header>
              <Parts.Title as="h2">{title}</Parts.Title>
              <IconButton icon="close" label={t('close')} tip={false} me="-3" onClick={onClose} />
            </Parts.Header>
            {description && (
              <Parts.Description asChild>
                <VisuallyHidden>{description}</VisuallyHidden>
              </Parts.Description>
            )}
            <Parts.Body>
              <Suspense fallback={loadingContent}>{children}</Suspense>
            </Parts.Body>
            {footer && <Parts.Footer>{footer}</Parts.Footer>}
          </Parts.Content>
        </Parts.Positioner>
      </Portal>
    </Parts.Root>
  );
}

/**
 * Modal dialog in the middle of the window, or at the bottom edge on a phone. Keeps the focus inside and returns it
 * afterwards.
 */
export function Dialog({ size = 'md', ...props }: DialogProps & Pick<DialogBaseProps, 'size'>) {
  return <DialogBase place="centre" size={size} {...props} />;
}

/** Modal panel of 420 px at the right edge, or a bottom sheet on a phone. The page behind it does not scroll. */
export function SidePanel(props: DialogProps) {
  return <DialogBase place="side" {...props} />;
}

/** Modal sheet from the top edge, whose content brings its first line and scrolls by itself; the title is not visible. */
export function TopSheet(props: Omit<DialogProps, 'footer'>) {
  return <DialogBase place="top" {...props} />;
}
