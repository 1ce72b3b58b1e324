import { chakra } from '@chakra-ui/react/styled-system';
import type { ReactNode } from 'react';

/** List of amounts that add up line by line; its rows are `PriceBreakdownRow`s. */
export const PriceBreakdown = chakra('dl', { base: { display: 'grid', gap: '2', textStyle: 'numeric' } });

const Row = chakra('div', {
  base: { display: 'flex', alignItems: 'baseline', gap: '2', fontSize: 'sm' },
  variants: {
    kind: {
      line: {},
      goods: { alignItems: 'center', '& > [aria-hidden]': { visibility: 'hidden' } },
      saving: { '& dd': { color: 'money' } },
      total: {
        mt: '1',
        pt: '3',
        borderTopWidth: '1px',
        borderTopStyle: 'dashed',
        borderColor: 'edge',
        fontSize: 'lg',
        fontWeight: 'bold',
        '& dt': { color: 'text' },
      },
    },
  },
});
const What = chakra('dt', { base: { color: 'muted' } });
const Dots = chakra('span', {
  base: {
    flex: '1',
    borderBottomWidth: '1px',
    borderBottomStyle: 'dotted',
    borderColor: 'line',
    minWidth: '4',
  },
});
const Amount = chakra('dd', { base: { textAlign: 'end', fontWeight: 'semibold', whiteSpace: 'nowrap' } });

interface PriceBreakdownRowProps {
  readonly label: ReactNode;
  /** Formatted amount of the row, such as "−$2.50". */
  readonly amount: ReactNode;
  readonly kind?: 'line' | 'goods' | 'saving' | 'total';
}

export function PriceBreakdownRow({ label, amount, kind = 'line' }: PriceBreakdownRowProps) {
  return (
    <Row kind={kind}>
      <What>{label}</What>
      <Dots aria-hidden="true" />
      <Amount>{amount}</Amount>
    </Row>
  );
}
