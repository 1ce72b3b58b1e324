import { chakra } from '@chakra-ui/react/styled-system';
import type { Loyalty } from '../stored-loyalty';
import { RecentActivity } from './recent-activity';

const Narrow = chakra('div', { base: { maxWidth: '720px' } });

/** The latest entries (SHOP-2.47). */
export function HistoryTab({ loyalty }: { readonly loyalty: Loyalty }) {
  return (
    <Narrow>
      <RecentActivity transactions={loyalty.transactions} />
    </Narrow>
  );
}
