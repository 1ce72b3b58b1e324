import { chakra } from '@chakra-ui/react/styled-system';
import { orderCalls } from '@pax/contracts';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { callQuery } from '../../../lib/http/call-api';
import { formatDateTime } from '../../../lib/values/format';
import { actorOf, wordsOf } from '../users/story-words';

const Title = chakra('h3', { base: { textStyle: 'label', color: 'muted', mb: '2' } });
const List = chakra('ol', { base: { display: 'grid', gap: '2' } });
const Row = chakra('li', {
  base: {
    ps: '3',
    borderInlineStartWidth: '2px',
    borderColor: 'line',
    overflowWrap: 'anywhere',
    fontSize: 'sm',
  },
});
const Quiet = chakra('p', { base: { color: 'muted', textStyle: 'tiny', mt: '0.5' } });

/** The reasons that staff gave for their steps with an order. */
export function OrderReasons({ orderId }: { readonly orderId: number }) {
  const { t } = useTranslation(['admin', 'users']);
  const { data: reasons, isError } = useQuery({
    ...callQuery(orderCalls.orderReasons, { id: orderId }),
    staleTime: 0,
    refetchOnMount: 'always',
  });
  if (isError && !reasons) return <Quiet role="alert">{t('admin:reasons.loadFailed')}</Quiet>;
  if (!reasons || reasons.length === 0) return null;
  return (
    <section>
      <Title>{t('admin:reasons.heading')}</Title>
      <List>
        {reasons.map(({ id, action, text, actor, createdAt }) => (
          <Row key={id}>
            <p>{text}</p>
            <Quiet>{[wordsOf(t, action), actorOf(t, actor), formatDateTime(createdAt)].join(' · ')}</Quiet>
          </Row>
        ))}
      </List>
    </section>
  );
}
