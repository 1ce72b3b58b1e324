import { chakra } from '@chakra-ui/react/styled-system';
import type { LoyaltyAnswer } from '@pax/contracts';
import { useTranslation } from 'react-i18next';
import { Surface } from '../../../../ui/components/base/surface';
import { ActivityList } from '../activity-list';

/** Number of recent entries shown. */
const LATEST = 5;

const Heading = chakra('h2', { base: { textStyle: 'subheading', mb: '2' } });
const Quiet = chakra('p', { base: { color: 'muted' } });

/** The five latest entries of the points' history, pending ones first. */
export function RecentActivity({ transactions, pending }: Pick<LoyaltyAnswer, 'transactions' | 'pending'>) {
  const { t } = useTranslation('loyalty');
  return (
    <Surface pad="md">
      <Heading>{t('activity.heading')}</Heading>
      {pending.length + transactions.length > 0 ? (
        <ActivityList
          pending={pending.slice(0, LATEST)}
          transactions={transactions.slice(0, Math.max(0, LATEST - pending.length))}
        />
      ) : (
        <Quiet>{t('activity.none')}</Quiet>
      )}
    </Surface>
  );
}
