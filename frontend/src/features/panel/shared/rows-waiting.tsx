import { chakra } from '@chakra-ui/react/styled-system';
import { Loading, Skeleton } from '../../../ui/components/feedback/skeleton';

const Rows = chakra('div', { base: { display: 'grid', gap: '1px', pt: { lg: '9' } } });

/** Rows to come. */
export const RowsWaiting = () => (
  <Loading>
    <Rows>
      {Array.from({ length: 9 }, (_, row) => (
        <Skeleton key={row} height={{ base: '104px', lg: '44px' }} />
      ))}
    </Rows>
  </Loading>
);
