import { chakra } from '@chakra-ui/react/styled-system';
import type { LoyaltyAnswer } from '@pax/contracts';
import { RecentActivity } from './recent-activity';

const Narrow = chakra('div', { base: { maxWidth: '720px' } });

/** The latest entries. */
export function HistoryTab(props: Pick<LoyaltyAnswer, 'transactions' | 'pending'>) {
  return (
    <Narrow>
      <RecentActivity {...props} />
    </Narrow>
  );
}
