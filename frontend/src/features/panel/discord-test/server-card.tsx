import { chakra } from '@chakra-ui/react/styled-system';
import { useTranslation } from 'react-i18next';
import { Button } from '../../../ui/components/base/button';
import { TextLink } from '../../../ui/components/base/page';
import { serverMessage } from '../../../lib/http/fetcher';
import { formatCount } from '../../../lib/values/format';
import { useServerAnswer } from './discord-calls';
import { TestCard, TestProblem } from './test-card';

const Facts = chakra('dl', {
  base: {
    display: 'grid',
    gridTemplateColumns: 'auto minmax(0, 1fr)',
    columnGap: '5',
    rowGap: '2',
    '& dt': { color: 'muted' },
    '& dd': { fontWeight: 'medium', overflowWrap: 'anywhere' },
  },
});

/** The shop's public facts about the Discord server. */
export function ServerCard() {
  const { t } = useTranslation('discord');
  const server = useServerAnswer();
  return (
    <TestCard heading={t('server.heading')}>
      {server.data && (
        <Facts>
          <dt>{t('server.name')}</dt>
          <dd>{server.data.serverName}</dd>
          <dt>{t('server.members')}</dt>
          <dd>{formatCount(server.data.memberCount)}</dd>
          <dt>{t('server.invite')}</dt>
          <dd>
            <TextLink href={server.data.inviteLink} target="_blank" rel="noreferrer">
              {server.data.inviteLink}
            </TextLink>
          </dd>
        </Facts>
      )}
      {server.isError && <TestProblem words={t('server.failed')} detail={serverMessage(server.error)} />}
      <p>
        <Button icon="refresh" loading={server.isPending} onClick={() => server.mutate()}>
          {t('server.read')}
        </Button>
      </p>
    </TestCard>
  );
}
