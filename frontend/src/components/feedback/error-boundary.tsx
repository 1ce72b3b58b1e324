import { Component, type ErrorInfo, type ReactNode } from 'react';
import { resetFailedLoads } from '../../lib/lazy/part-store';
import { ErrorState } from './empty-state';

interface ErrorBoundaryProps {
  readonly children: ReactNode;
  /** Called once per failure, for reporting. */
  readonly onError?: (error: Error, info: ErrorInfo) => void;
  /** Shown instead of the fallen block, also when it is nothing; gets a function that tries again. */
  readonly fallback?: (retry: () => void) => ReactNode;
}

/** Keeps a failure inside its part of the page. */
export class ErrorBoundary extends Component<
  ErrorBoundaryProps,
  { readonly failed: boolean; readonly tries: number }
> {
  override state = { failed: false, tries: 0 };

  static getDerivedStateFromError() {
    return { failed: true };
  }

  override componentDidCatch(error: Error, info: ErrorInfo) {
    this.props.onError?.(error, info);
  }

  override componentWillUnmount() {
    if (this.state.failed) resetFailedLoads();
  }

  private readonly retry = () => {
    resetFailedLoads();
    this.setState(({ tries }) => ({ failed: false, tries: tries + 1 }));
  };

  override render() {
    if (!this.state.failed) return this.props.children;
    const { fallback } = this.props;
    // A reload helps after a deployment or a cached failure; not while offline.
    const isLasting = this.state.tries > 0 && navigator.onLine;
    return fallback ? fallback(this.retry) : <ErrorState onRetry={this.retry} isLasting={isLasting} />;
  }
}
