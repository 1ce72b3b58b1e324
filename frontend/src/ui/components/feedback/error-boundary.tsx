import { Component, type ErrorInfo, type ReactNode } from 'react';
import { isTimeout } from '../../../lib/http/time-limit';
import { onLateLoad, resetFailedLoads } from '../../../lib/lazy/lazy-component-store';
import { ErrorState } from './empty-state';

interface ErrorBoundaryProps {
  readonly children: ReactNode;
  /** Called once per failure, for reporting. */
  readonly onError?: (error: Error, info: ErrorInfo) => void;
  /** Rendered instead of the error scene, even if it renders nothing; called with a retry function. */
  readonly fallback?: (retry: () => void) => ReactNode;
}

/** Error boundary that limits a failure to its part of the page. */
export class ErrorBoundary extends Component<
  ErrorBoundaryProps,
  { readonly failed: boolean; readonly isLate: boolean; readonly tries: number }
> {
  override state = { failed: false, isLate: false, tries: 0 };

  static getDerivedStateFromError(error: unknown) {
    return { failed: true, isLate: isTimeout(error) };
  }

  override componentDidCatch(error: Error, info: ErrorInfo) {
    this.props.onError?.(error, info);
    if (isTimeout(error)) this.stopWaiting = onLateLoad(this.retry);
  }

  override componentWillUnmount() {
    this.stopWaiting();
    if (this.state.failed) resetFailedLoads();
  }

  private stopWaiting: () => void = () => undefined;

  private readonly retry = () => {
    this.stopWaiting();
    resetFailedLoads();
    this.setState(({ tries }) => ({ failed: false, tries: tries + 1 }));
  };

  override render() {
    if (!this.state.failed) return this.props.children;
    const { fallback } = this.props;
    // Offers a reload only online; it helps after a deployment, a cached failure or a hanging load.
    const isLasting = (this.state.isLate || this.state.tries > 0) && navigator.onLine;
    return fallback ? fallback(this.retry) : <ErrorState onRetry={this.retry} isLasting={isLasting} />;
  }
}
