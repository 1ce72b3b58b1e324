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
  /** True once the component has to be loaded and shown. */
  readonly when: boolean;
  readonly props: P;
  /** Called when loading failed; loading is tried again when `when` next becomes true. Must be a stable function. */
  readonly onFail?: (error: unknown) => void;
  /** True when the component renders with low priority, so that user input comes first. */
  readonly isDeferred?: boolean;
  /** Content shown until the component is loaded. */
  readonly fallback?: ReactNode;
}

/**
 * Renders a lazy component without suspending its parents. It stays mounted after use, so that closing can animate; a
 * failed load affects nothing else and is tried again when online.
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
    const loadComponent = () => {
      store.loadCode().then(
        (loaded) => {
          const showComponent = () => setCode(() => loaded);
          return !gone && (isDeferred ? startTransition(showComponent) : showComponent());
        },
        (error: unknown) => !gone && onFail?.(error),
      );
    };
    const stop = store.onReset(loadComponent);
    loadComponent();
    return () => {
      gone = true;
      stop();
    };
  }, [isMissing, store, onFail, isDeferred]);
  return code ? <Suspense fallback={fallback}>{createElement(code, props)}</Suspense> : fallback;
}

/**
 * Component whose code is loaded on demand. Rendered directly, it suspends while loading and throws if loading failed.
 */
export interface LazyComponent<P extends object> {
  (props: P): ReactNode;
  /**
   * Loads the code in advance.
   *
   * @throws the error of a failed load
   */
  readonly preload: () => Promise<void>;
  /** Store of the code, for `LazyMount`, which never suspends. */
  readonly store: LazyComponentStore<P>;
}

/** Declares a lazy component, once per module, so that all places share one load. */
export function lazyComponent<P extends object>(
  fetchCode: () => Promise<ComponentType<P>>,
): LazyComponent<P> {
  const store = new LazyComponentStore(fetchCode);
  function Lazy(props: P) {
    // The component type stays the same while mounted, because React would drop the user's input with another type.
    const [code] = useState<ComponentType<P>>(() => store.componentOrSuspend());
    return createElement(code, props);
  }
  return Object.assign(Lazy, { preload: store.preload, store });
}
