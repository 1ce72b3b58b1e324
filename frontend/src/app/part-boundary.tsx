import type { ReactNode } from 'react';
import { ErrorBoundary } from '../components/error-boundary';

const nothing = () => null;

/** Around what lies over or under the page proper: when it fails it is reported and gone, and the page stays. */
export function PartBoundary({ children }: { readonly children: ReactNode }) {
  return (
    <ErrorBoundary onError={(error) => globalThis.reportError(error)} fallback={nothing}>
      {children}
    </ErrorBoundary>
  );
}
