import { createElement, lazy, useState, type ComponentType, type ReactNode } from 'react';

const failures = new Set<() => void>();

/** Lets failed loads be retried; called on a retry or on navigation. */
export function resetFailedLoads(): void {
  for (const forget of failures) forget();
  failures.clear();
}

/**
 * A lazy component whose failed load can be retried after `resetFailedLoads`; React's `lazy` would fail for
 * ever.
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
