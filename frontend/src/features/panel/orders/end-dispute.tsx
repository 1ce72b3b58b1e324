import { chakra } from '@chakra-ui/react/styled-system';
import { refundCalls, type DisputeEndRequest, type OrderDispute } from '@pax/contracts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../../ui/components/base/button';
import { TextField } from '../../../ui/components/form/text-field';
import { useNoAnswer } from '../../../lib/hooks/use-no-answer';
import { callApi, callErrorOf, callKey } from '../../../lib/http/call-api';
import { showToast } from '../../../lib/browser/toast';
import { AskOnceMore } from './ask-once-more';
import { invalidateOrderLists } from './order-queries';

const Part = chakra('div', { base: { display: 'grid', gap: '3' } });
const Quiet = chakra('p', { base: { color: 'muted', textStyle: 'small' } });
const Answers = chakra('div', {
  base: { display: 'flex', flexWrap: 'wrap', gap: '2', '& > *': { flex: '1 0 auto' } },
});

function useEndDispute({ id }: OrderDispute, orderId: number) {
  const { t } = useTranslation('admin');
  const client = useQueryClient();
  const noAnswer = useNoAnswer();
  return useMutation({
    mutationFn: (body: DisputeEndRequest) => callApi(refundCalls.endDispute, { params: { id }, body }),
    onSuccess: ({ state }) => showToast({ title: t(`disputes.states.${state}`), kind: 'success' }),
    onError: (error) => {
      if (noAnswer(error)) return;
      const hasEnded = callErrorOf(refundCalls.endDispute, error) === 'ILLEGAL_MOVE';
      const description = t(hasEnded ? 'disputes.hasEnded' : 'disputes.failed');
      showToast({ title: t('moves.failed'), description, kind: 'error' });
    },
    onSettled: () => {
      invalidateOrderLists(client);
      return client.invalidateQueries({ queryKey: callKey(refundCalls.orderDisputes, { id: orderId }) });
    },
  });
}

interface EndDisputeProps {
  readonly dispute: OrderDispute;
  readonly orderId: number;
}

/** Form for an admin to record how a dispute ended, where the provider does not tell; asks for confirmation. */
export function EndDispute({ dispute, orderId }: EndDisputeProps) {
  const { t } = useTranslation('admin');
  const [reference, setReference] = useState('');
  const [asked, setAsked] = useState<DisputeEndRequest['outcome']>();
  const { mutate, isPending } = useEndDispute(dispute, orderId);
  if (asked !== undefined)
    return (
      <AskOnceMore
        ask={t(`disputes.ask.${asked}`)}
        scope={t(`disputes.scope.${asked}`)}
        yes={t(`disputes.yes.${asked}`)}
        busy={isPending}
        onYes={() => mutate({ outcome: asked, reference }, { onSettled: () => setAsked(undefined) })}
        onNo={() => setAsked(undefined)}
      />
    );
  const isEmpty = reference.trim() === '';
  return (
    <Part>
      <Quiet>{t('disputes.byHand')}</Quiet>
      <TextField
        label={t('disputes.reference')}
        hint={t('disputes.referenceHint')}
        required
        maxLength={100}
        value={reference}
        onChange={(event) => setReference(event.target.value)}
      />
      <Answers>
        <Button disabled={isEmpty} onClick={() => setAsked('won')}>
          {t('disputes.won')}
        </Button>
        <Button disabled={isEmpty} onClick={() => setAsked('lost')}>
          {t('disputes.lost')}
        </Button>
      </Answers>
    </Part>
  );
}
