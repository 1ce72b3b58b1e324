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
  /** Called on Escape and by the backdrop and the close button. */
  readonly onClose: () => void;
  readonly title: ReactNode;
  /** Description for screen readers, not shown. */
  readonly description?: string;
  readonly children: ReactNode;
  /** Footer that stays at the bottom while the body scrolls. */
  readonly footer?: ReactNode;
  readonly initialFocus?: RefObject<HTMLElement | null>;
}

interface DialogBaseProps extends DialogProps {
  readonly place: 'centre' | 'side';
  readonly size?: 'sm' | 'md' | 'lg' | undefined;
}

const isNotice = (target: EventTarget) =>
  target instanceof Element && target.closest('[data-scope=toast]') !== null;

// Fallback for late messages, so that they suspend only the dialog and not the page behind it.
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
      // A click outside does not close a modal. Toasts above it stay usable.
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

/** Modal dialog in the middle, or from the bottom edge on a phone. Traps the focus and returns it afterwards. */
export function Dialog({ size = 'md', ...props }: DialogProps & { readonly size?: 'sm' | 'md' | 'lg' }) {
  return <DialogBase place="centre" size={size} {...props} />;
}

/** Modal panel 420 px wide from the right, or a bottom sheet on a phone. The page behind does not scroll. */
export function SidePanel(props: DialogProps) {
  return <DialogBase place="side" {...props} />;
}
