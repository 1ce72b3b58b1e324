import { chakra } from '@chakra-ui/react/styled-system';
import { useHasBrowserBeenIdle } from '../../lib/hooks/use-has-browser-been-idle';
import { LazyMount, type LazyComponent } from '../../lib/lazy/lazy-component';
import { ErrorBoundary } from '../../ui/components/feedback/error-boundary';

const Placeholder = chakra('span', { base: { width: 'touch', height: 'touch' } });

const reportLoadError = (error: unknown) => globalThis.reportError(error);
const renderPlaceholder = () => <Placeholder />;

interface HeaderSlotProps {
  readonly of: LazyComponent<object>;
  readonly when?: boolean;
}

/**
 * Place of a button in the header that loads after the first view. Its space is reserved, even if loading fails.
 */
export function HeaderSlot({ of, when = true }: HeaderSlotProps) {
  const isIdle = useHasBrowserBeenIdle();
  return (
    <ErrorBoundary onError={reportLoadError} fallback={renderPlaceholder}>
      <LazyMount
        of={of}
        when={isIdle && when}
        isDeferred
        props={{}}
        onFail={reportLoadError}
        fallback={<Placeholder />}
      />
    </ErrorBoundary>
  );
}
