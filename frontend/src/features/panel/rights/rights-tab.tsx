import { chakra } from '@chakra-ui/react/styled-system';
import { rightsCalls } from '@pax/contracts';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { EmptyState, ErrorState } from '../../../ui/components/feedback/empty-state';
import { Loading, Skeleton } from '../../../ui/components/feedback/skeleton';
import { callQuery } from '../../../lib/http/call-api';
import { TabBar, TabLayout, TabScroll, TabTitle } from '../shared/tab-parts';
import { RoleCard } from './role-card';

const Column = chakra('div', { base: { display: 'grid', gap: '3', maxWidth: '860px' } });
const Intro = chakra('p', { base: { color: 'muted', maxWidth: 'prose', mb: '1' } });
const Away = chakra('p', { base: { color: 'danger', textStyle: 'small', fontWeight: 'medium' } });
const List = chakra('ul', { base: { display: 'grid', gap: '2' } });

/** The panel rights of each role of the Discord server; for admins. */
export function RightsTab() {
  const { t } = useTranslation('admin');
  const answer = useQuery({ ...callQuery(rightsCalls.roleRights), staleTime: 0 });
  const { data } = answer;
  return (
    <TabLayout>
      <TabBar>
        <TabTitle>{t('rights.heading')}</TabTitle>
      </TabBar>
      <TabScroll>
        <Column>
          <Intro>{t('rights.intro')}</Intro>
          {answer.isPending && (
            <Loading>
              <Skeleton height="220px" />
            </Loading>
          )}
          {answer.isError && !data && (
            <ErrorState sentence={t('rights.loadFailed')} onRetry={() => void answer.refetch()} />
          )}
          {data && !data.isComplete && <Away role="status">{t('rights.away')}</Away>}
          {data && data.vipRisks.length > 0 && (
            <List>
              {data.vipRisks.map((risk) => (
                <li key={risk}>
                  <Away>{t(`rights.vip.${risk}`)}</Away>
                </li>
              ))}
            </List>
          )}
          {data && data.roles.length === 0 && data.isComplete && (
            <EmptyState title={t('rights.empty')} sentence={t('rights.emptyText')} />
          )}
          {data && data.roles.length > 0 && (
            <List>
              {data.roles.map((role) => (
                <li key={role.id}>
                  <RoleCard key={role.version} role={role} />
                </li>
              ))}
            </List>
          )}
        </Column>
      </TabScroll>
    </TabLayout>
  );
}
