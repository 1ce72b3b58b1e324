import { chakra } from '@chakra-ui/react/styled-system';
import type { ReactNode } from 'react';

const Root = chakra('span', {
  // Many chips at once are cut where the column ends, before they lie over the next one; a phone has no columns.
  base: {
    display: 'flex',
    flexWrap: { base: 'wrap', lg: 'nowrap' },
    alignItems: 'center',
    columnGap: '2',
    rowGap: '1',
    minWidth: '0',
    overflow: 'hidden',
  },
});
const Name = chakra('span', {
  base: {
    minWidth: '4ch',
    overflow: 'hidden',
    textOverflow: 'ellipsis',
    whiteSpace: 'nowrap',
    fontWeight: 'semibold',
  },
});
const Marks = chakra('span', {
  base: {
    display: 'inline-flex',
    flexWrap: { base: 'wrap', lg: 'nowrap' },
    flexShrink: { lg: '0' },
    gap: '1.5',
    _empty: { display: 'none' },
  },
});

interface NamedLineProps {
  readonly name: string;
  /** Chips for unusual facts. */
  readonly children: ReactNode;
}

/** The ordered product with its chips: a long name is shortened for them; on a phone they move below it. */
export function NamedLine({ name, children }: NamedLineProps) {
  return (
    <Root>
      <Name>{name}</Name>
      <Marks>{children}</Marks>
    </Root>
  );
}
