import { chakra } from '@chakra-ui/react/styled-system';
import type { PayMethod } from '../../../lib/http/shop-info';

const Mark = chakra('img', { base: { flexShrink: '0', objectFit: 'contain' } });

/** Drawing of a way to pay, beside its name; `size` is its edge, px. */
export const PayMark = ({ method, size }: { readonly method: PayMethod; readonly size: number }) => (
  <Mark src={`/art/pay-${method}.svg`} alt="" width={size} height={size} draggable={false} />
);
