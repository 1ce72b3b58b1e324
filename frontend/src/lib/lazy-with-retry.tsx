import { createElement, lazy, useState, type ComponentType, type ReactNode } from 'react';

const failures = new Set<() => void>();

/** From now on parts whose code could not be fetched ask for it again. Called when somebody tries again, or leaves. */
export function resetFailedLoads(): void {
  for (const forget of failures) forget();
  failures.clear();
}

/**
 * A part whose code is fetched when it is first drawn. A fetch that failed stays failed until `forgetFailures`; React's
 * own `lazy` would fail for ever, and asking again on every drawing would ask without end.
 */
export function lazyWithRetry<P extends object>(
  load: () => Promise<ComponentType<P>>,
): (props: P) => ReactNode {
  let part: ComponentType<P> | undefined;
  const fetched = (): ComponentType<P> => {
    part ??= lazy(async () => {
      try {
        return { default: await load() };
      } catch (error) {
        failures.add(() => {
          part = undefined;
        });
        throw error;
      }
    });
    return part;
  };
  return function LazyWithRetry(props: P) {
    const [Part] = useState<ComponentType<P>>(() => fetched());
    return createElement(Part, props);
  };
}
