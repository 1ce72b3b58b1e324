import { Children, type ReactNode } from 'react';

const isTextNode = (node: ReactNode): boolean => typeof node === 'string' || typeof node === 'number';

/** Wraps text in an element, because browser translators replace text nodes, on which React would then fail. */
export function TextElement({ children }: { readonly children: ReactNode }): ReactNode {
  return Children.toArray(children).some(isTextNode) ? <span>{children}</span> : children;
}
