import { chakra } from '@chakra-ui/react/styled-system';
import type { ReactNode } from 'react';

const Facts = chakra('dl', {
  base: {
    display: 'grid',
    gridTemplateColumns: 'auto minmax(0, 1fr)',
    columnGap: '4',
    rowGap: '2',
    fontSize: 'sm',
    '& dt': { color: 'muted' },
    '& dd': { textAlign: 'end', textStyle: 'numeric', overflowWrap: 'anywhere' },
  },
});

interface FactListProps {
  /** Name and value of each fact; `false` leaves one out. */
  readonly rows: readonly (readonly [string, string] | false)[];
  /** Facts before these whose values are elements: pairs of `dt` and `dd`. */
  readonly children?: ReactNode;
}

/** Facts of a sheet, names at the start and values at the end of each line. */
export function FactList({ rows, children }: FactListProps) {
  return (
    <Facts>
      {children}
      {rows
        .filter((row) => row !== false)
        .map(([name, value]) => (
          <chakra.div key={name} display="contents">
            <dt>{name}</dt>
            <dd>{value}</dd>
          </chakra.div>
        ))}
    </Facts>
  );
}
