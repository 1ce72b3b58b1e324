import { createElement, lazy, useState, type ComponentType, type ReactNode } from 'react';

/**
 * A part whose code is fetched when it is first drawn. A fetch that failed is tried again the next time the part is
 * mounted; React's own `lazy` would fail for ever.
 */
export function later<P extends object>(load: () => Promise<ComponentType<P>>): (props: P) => ReactNode {
  let part: ComponentType<P> | undefined;
  const fetched = (): ComponentType<P> => {
    part ??= lazy(async () => {
      try {
        return { default: await load() };
      } catch (error) {
        part = undefined;
        throw error;
      }
    });
    return part;
  };
  return function Later(props: P) {
    const [Part] = useState<ComponentType<P>>(() => fetched());
    return createElement(Part, props);
  };
}
