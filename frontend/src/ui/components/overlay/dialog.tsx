import { Dialog as Parts } from '@chakra-ui/react/dialog';
import { Portal } from '@chakra-ui/react/portal';
import { Suspense, type ReactNode, type RefObject } from 'react';
import { useTranslation } from 'react-i18next';
import { dialogRecipe } from '../../theme/recipes/dialog';
import { IconButton } from '../base/icon-button';
import { VisuallyHidden } from '../base/visually-hidden';
import { Loading, SkeletonText } from '../feedback/skeleton';

export interface DialogProps {
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
  readonly place: 'centre' | 'side';
  readonly size?: 'sm' | 'md' | 'lg' | undefined;
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
export function Dialog({ size = 'md', ...props }: DialogProps & { readonly size?: 'sm' | 'md' | 'lg' }) {
  return <DialogBase place="centre" size={size} {...props} />;
}

/** Modal panel of 420 px at the right edge, or a bottom sheet on a phone. The page behind it does not scroll. */
export function SidePanel(props: DialogProps) {
  return <DialogBase place="side" {...props} />;
}
