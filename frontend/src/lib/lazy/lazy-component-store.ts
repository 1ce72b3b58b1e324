import { lazy, type ComponentType } from 'react';
import { withTimeout } from '../browser/scheduling';

/** Timeout of loading a component's code, ms. */
const LOAD_MS = 15_000;

type LoadState<P> =
  | { readonly at: 'idle' }
  | {
      readonly at: 'loading' | 'failed';
      readonly loaded: Promise<ComponentType<P>>;
      readonly suspending: ComponentType<P>;
    }
  | { readonly at: 'ready'; readonly code: ComponentType<P> };

const failures = new Set<() => void>();
const lateListeners = new Set<() => void>();

/**
 * Calls a function when code arrives after its timeout.
 *
 * @returns a function that ends the subscription
 */
export function onLateLoad(listener: () => void): () => void {
  lateListeners.add(listener);
  return () => lateListeners.delete(listener);
}

/**
 * Lets failed loads be tried again; called by an error boundary's retry button and when the browser is online again.
 */
export function resetFailedLoads(): void {
  const resets = [...failures];
  failures.clear();
  for (const reset of resets) reset();
}

// No listener is added while prerendering, where window events do not exist.
if ('addEventListener' in globalThis) addEventListener('online', resetFailedLoads);

/** Store of one lazy component's code, which is fetched once for all places that render the component. */
export class LazyComponentStore<P extends object> {
  state: LoadState<P> = { at: 'idle' };
  private readonly listeners = new Set<() => void>();

  constructor(private readonly fetchCode: () => Promise<ComponentType<P>>) {}

  /** Loads the code, also again after a failure. Returns the running promise if loading has already begun. */
  loadCode(): Promise<ComponentType<P>> {
    if (this.state.at === 'ready') return Promise.resolve(this.state.code);
    if (this.state.at === 'loading') return this.state.loaded;
    return this.startLoadingCode().loaded;
  }

  /** Returns the loaded component. Suspends while its code loads, and throws after a failure until a reset. */
  componentOrSuspend(): ComponentType<P> {
    if (this.state.at === 'ready') return this.state.code;
    return this.state.at === 'idle' ? this.startLoadingCode().suspending : this.state.suspending;
  }

  private startLoadingCode() {
    const loaded = this.fetchCodeInTime();
    const suspending: ComponentType<P> = lazy(async () => ({ default: await loaded }));
    this.state = { at: 'loading', loaded, suspending };
    return this.state;
  }

  private async fetchCodeInTime(): Promise<ComponentType<P>> {
    const fetched = this.fetchCode();
    try {
      const code = await withTimeout(fetched, LOAD_MS);
      this.state = { at: 'ready', code };
      return code;
    } catch (error) {
      if (this.state.at === 'loading') this.state = { ...this.state, at: 'failed' };
      failures.add(this.reset);
      fetched.then(this.acceptLateCode, () => undefined);
      throw error;
    }
  }

  /** Stores code that arrived after the timeout, unless another attempt has loaded it meanwhile. */
  private readonly acceptLateCode = (code: ComponentType<P>): void => {
    if (this.state.at !== 'failed') return;
    this.state = { at: 'ready', code };
    failures.delete(this.reset);
    for (const listener of [...this.listeners, ...lateListeners]) listener();
  };

  /** Loads the code before it is needed. A failure is forgotten, so that showing the component tries again. */
  readonly preload = async (): Promise<void> => {
    try {
      await this.loadCode();
    } catch (error) {
      this.reset();
      throw error;
    }
  };

  /**
   * Calls a function when a failed load may be tried again.
   *
   * @returns a function that ends the subscription
   */
  onReset(listener: () => void): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  private readonly reset = (): void => {
    failures.delete(this.reset);
    if (this.state.at !== 'failed') return;
    this.state = { at: 'idle' };
    for (const listener of this.listeners) listener();
  };
}
