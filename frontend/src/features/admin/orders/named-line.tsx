import { chakra } from '@chakra-ui/react/styled-system';
import type { ReactNode } from 'react';

const Root = chakra('span', { base: { display: 'flex', alignItems: 'center', gap: '2', minWidth: '0' } });
const Name = chakra('span', {
  base: {
    minWidth: '0',
    overflow: 'hidden',
    textOverflow: 'ellipsis',
    whiteSpace: 'nowrap',
    fontWeight: 'semibold',
  },
});
const Marks = chakra('span', { base: { display: 'inline-flex', flexShrink: '0', gap: '1.5' } });

interface NamedLineProps {
  readonly name: string;
  /** What is unusual, as chips. */
  readonly children: ReactNode;
}

/** What was ordered, with its chips: a long name is shortened, never a chip. */
export function NamedLine({ name, children }: NamedLineProps) {
  return (
    <Root>
      <Name>{name}</Name>
      <Marks>{children}</Marks>
    </Root>
  );
}
