import { Component, type ErrorInfo, type ReactNode } from 'react';
import { forgetFailures } from '../lib/later';
import { ErrorState } from './empty-state';

interface ErrorBoundaryProps {
  readonly children: ReactNode;
  /** Told once per failure, for reporting. */
  readonly onError?: (error: Error, info: ErrorInfo) => void;
  /** Shown instead of the fallen block, also when it is nothing; gets a function that tries again. */
  readonly fallback?: (retry: () => void) => ReactNode;
}

/** Keeps a failure inside its part of the page. */
export class ErrorBoundary extends Component<ErrorBoundaryProps, { readonly failed: boolean }> {
  override state = { failed: false };

  static getDerivedStateFromError() {
    return { failed: true };
  }

  override componentDidCatch(error: Error, info: ErrorInfo) {
    this.props.onError?.(error, info);
  }

  override componentWillUnmount() {
    if (this.state.failed) forgetFailures();
  }

  private readonly retry = () => {
    forgetFailures();
    this.setState({ failed: false });
  };

  override render() {
    if (!this.state.failed) return this.props.children;
    const { fallback } = this.props;
    return fallback ? fallback(this.retry) : <ErrorState onRetry={this.retry} />;
  }
}
