import type { ReactNode } from 'react';
import { ErrorBoundary } from '../../ui/components/feedback/error-boundary';

const renderNothing = () => null;

/** Error boundary that reports an error and removes only the failed component, without a message to the user. */
export function SilentErrorBoundary({ children }: { readonly children: ReactNode }) {
  return (
    <ErrorBoundary onError={(error) => globalThis.reportError(error)} fallback={renderNothing}>
      {children}
    </ErrorBoundary>
  );
}
