import {
  createElement,
  startTransition,
  Suspense,
  useEffect,
  useState,
  type ComponentType,
  type ReactNode,
} from 'react';
import { LazyComponentStore } from './lazy-component-store';

interface LazyMountProps<P extends object> {
  readonly of: LazyComponent<P>;
  /** True when the component is to be loaded and shown. */
  readonly when: boolean;
  readonly props: P;
  /** Called when loading failed; the next `when` tries again. Must be a stable function. */
  readonly onFail?: (error: unknown) => void;
  /** Renders as a transition, so that user input takes precedence. */
  readonly isDeferred?: boolean;
  /** Rendered until the component is loaded. */
  readonly fallback?: ReactNode;
}

/**
 * Renders a lazy component without suspending its parents. It stays mounted after the first use so that closing can
 * animate; a failed load affects nothing else and is tried again when the page is online again.
 */
export function LazyMount<P extends object>({
  of,
  when,
  props,
  onFail,
  isDeferred,
  fallback,
}: LazyMountProps<P>) {
  const { store } = of;
  const [code, setCode] = useState<ComponentType<P>>();
  const isMissing = when && !code;
  useEffect(() => {
    if (!isMissing) return undefined;
    let gone = false;
    const load = () => {
      store.load().then(
        (loaded) => {
          const draw = () => setCode(() => loaded);
          return !gone && (isDeferred ? startTransition(draw) : draw());
        },
        (error: unknown) => !gone && onFail?.(error),
      );
    };
    const stop = store.onReset(load);
    load();
    return () => {
      gone = true;
      stop();
    };
  }, [isMissing, store, onFail, isDeferred]);
  return code ? <Suspense fallback={fallback}>{createElement(code, props)}</Suspense> : fallback;
}

/** A component whose code is loaded on demand. Rendered directly it suspends, and throws when loading failed. */
export interface LazyComponent<P extends object> {
  (props: P): ReactNode;
  /** Loads the code in advance. @throws what loading threw */
  readonly preload: () => Promise<void>;
  /** For `LazyMount`, which never suspends. */
  readonly store: LazyComponentStore<P>;
}

/** Declares a lazy component; once per module, so that every place shares one load. */
export function lazyComponent<P extends object>(
  fetchCode: () => Promise<ComponentType<P>>,
): LazyComponent<P> {
  const store = new LazyComponentStore(fetchCode);
  function Lazy(props: P) {
    // Kept while mounted, because another component type would lose the user's input.
    const [code] = useState<ComponentType<P>>(() => store.componentOrSuspend());
    return createElement(code, props);
  }
  return Object.assign(Lazy, { preload: store.preload, store });
}
