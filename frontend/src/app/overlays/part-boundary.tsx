import type { ReactNode } from 'react';
import { ErrorBoundary } from '../../ui/components/feedback/error-boundary';

const nothing = () => null;

/** Error boundary for overlays: reports and removes the failed part, the page stays. */
export function PartBoundary({ children }: { readonly children: ReactNode }) {
  return (
    <ErrorBoundary onError={(error) => globalThis.reportError(error)} fallback={nothing}>
      {children}
    </ErrorBoundary>
  );
}
