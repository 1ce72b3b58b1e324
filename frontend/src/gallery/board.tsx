import { chakra } from '@chakra-ui/react/styled-system';
import type { ReactNode } from 'react';

const Root = chakra('section', { base: { py: '6', borderTopWidth: '1px', borderColor: 'line' } });
const Row = chakra('div', {
  base: { display: 'flex', flexWrap: 'wrap', gap: '3', alignItems: 'center', mt: '4' },
});

/** One themed part of the style page. */
export function Board({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  return (
    <Root id={name.toLowerCase()}>
      <chakra.h2 textStyle="heading">{name}</chakra.h2>
      {children}
    </Root>
  );
}

export { Row as BoardRow };
