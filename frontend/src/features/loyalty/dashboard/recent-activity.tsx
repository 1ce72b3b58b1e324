import { chakra } from '@chakra-ui/react/styled-system';
import { useTranslation } from 'react-i18next';
import { Surface } from '../../../components/base/surface';
import { ActivityList } from '../activity-list';
import type { Loyalty } from '../stored-loyalty';

/** Number of recent entries shown (SHOP-2.47, SHOP-9.30). */
const LATEST = 5;

const Heading = chakra('h2', { base: { textStyle: 'subheading', mb: '2' } });
const Quiet = chakra('p', { base: { color: 'muted' } });

/** The five latest entries of the points' history. */
export function RecentActivity({ transactions }: Pick<Loyalty, 'transactions'>) {
  const { t } = useTranslation('loyalty');
  return (
    <Surface pad="md">
      <Heading>{t('activity.heading')}</Heading>
      {transactions.length > 0 ? (
        <ActivityList transactions={transactions.slice(0, LATEST)} />
      ) : (
        <Quiet>{t('activity.none')}</Quiet>
      )}
    </Surface>
  );
}
