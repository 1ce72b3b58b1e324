import { Component, type ErrorInfo, type ReactNode } from 'react';
import { isTimeout } from '../../../lib/http/time-limit';
import { onLateLoad, resetFailedLoads } from '../../../lib/lazy/lazy-component-store';
import { ErrorState } from './empty-state';

interface ErrorBoundaryProps {
  readonly children: ReactNode;
  /** Called once per failure, so that the caller can report it. */
  readonly onError?: (error: Error, info: ErrorInfo) => void;
  /** Returns content shown instead of the error scene, or nothing; gets a function that tries to render again. */
  readonly fallback?: (retry: () => void) => ReactNode;
}

/** Error boundary that limits a failure to one part of the page. */
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
    // A reload is offered only online, where it helps after a deployment, a cached failure or a hanging load.
    const isLasting = (this.state.isLate || this.state.tries > 0) && navigator.onLine;
    return fallback ? fallback(this.retry) : <ErrorState onRetry={this.retry} isLasting={isLasting} />;
  }
}
