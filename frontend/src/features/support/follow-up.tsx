import { chakra } from '@chakra-ui/react/styled-system';
import {
  FOLLOW_UP_DAYS,
  TICKET_TEXT_LENGTH,
  ticketFollowUpCalls,
  type FollowUpRequest,
  type LinkedTicket,
} from '@pax/contracts';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { Button } from '../../ui/components/base/button';
import { callApi, callErrorCodeOf, queryOptionsFor } from '../../lib/http/call-api';
import { isTimeout } from '../../lib/http/time-limit';
import { showToast } from '../../lib/browser/toast';
import { serverNow } from '../../lib/http/server-clock';
import { createRequestId } from '../../lib/values/request-id';
import { useRefetchTicket } from './message-form';
import { TicketTexts } from './ticket-conversation';
import { WriteForm, type TextDraft } from './write-form';

const Quiet = chakra('p', { base: { color: 'muted', textStyle: 'small' } });
const Earlier = chakra('div', {
  base: { display: 'grid', gap: '4', ps: '3', borderStartWidth: '1px', borderColor: 'line' },
});
const Group = chakra('section', { base: { display: 'grid', gap: '3' } });
const Title = chakra('h4', { base: { textStyle: 'label', color: 'muted' } });

const DAY_MS = 86_400_000;

interface TicketProps {
  readonly ticket: LinkedTicket;
  /** Token of the ticket's secret link; undefined when the owner is signed in. */
  readonly token: string | undefined;
}

/** Returns the catalogue key that says why no follow-up was opened. */
function failureTextOf(error: unknown) {
  if (isTimeout(error)) return 'failed.noAnswer';
  const code = callErrorCodeOf(ticketFollowUpCalls.followUp, error);
  if (code === 'ILLEGAL_MOVE' || code === 'CONFLICT') return 'followUp.ended';
  if (code === 'ATTACHMENT_GONE') return 'failed.pictures';
  return code === 'RATE_LIMITED' ? 'failed.limited' : 'failed.text';
}

/** Opens a follow-up, once for one form, however often it is sent. */
function useOpenFollowUp({ ticket: { id }, token }: TicketProps) {
  const { t } = useTranslation('support');
  const navigate = useNavigate();
  const refetchTicket = useRefetchTicket({ id, token });
  const [requestId, setRequestId] = useState(createRequestId);
  return useMutation({
    mutationFn: async (written: Omit<FollowUpRequest, 'requestId'>) => {
      const body = { ...written, requestId };
      return token === undefined
        ? await callApi(ticketFollowUpCalls.followUp, { params: { id }, body })
        : await callApi(ticketFollowUpCalls.linkedFollowUp, { params: { token }, body });
    },
    onSuccess: (answer) => {
      setRequestId(createRequestId());
      showToast({ title: t('done.title', { id: answer.id }), kind: 'success' });
      refetchTicket();
      if (answer.token !== null) void navigate(`/support-ticket#${answer.token}`);
    },
    onError: (error) => {
      refetchTicket();
      showToast({ title: t('failed.toast'), description: t(failureTextOf(error)), kind: 'error' });
    },
  });
}

/** What the sender can do when the answer did not solve the ticket: open a follow-up, once and for 14 days. */
export function FollowUp({ ticket, token, draft }: TicketProps & { readonly draft: TextDraft }) {
  const { t } = useTranslation('support');
  const open = useOpenFollowUp({ ticket, token });
  const { status, endedAt, followedBy = null } = ticket;
  if (followedBy !== null) return <Quiet>{t('followUp.next', { id: followedBy })}</Quiet>;
  const isLate = endedAt === null || Date.parse(endedAt) < serverNow() - FOLLOW_UP_DAYS * DAY_MS;
  if (status !== 'resolved' || isLate) return null;
  return (
    <WriteForm
      draft={draft}
      names={{ open: t('followUp.open'), field: t('followUp.label'), send: t('followUp.send') }}
      maxLength={TICKET_TEXT_LENGTH}
      isSending={open.isPending}
      onSend={({ text, ...pictures }, onSent, onPicturesGone) =>
        open.mutate(
          { message: text, ...pictures },
          {
            onSuccess: onSent,
            onError: (error) => {
              if (callErrorCodeOf(ticketFollowUpCalls.followUp, error) === 'ATTACHMENT_GONE')
                onPicturesGone();
            },
          },
        )
      }
    />
  );
}

/** What came before a follow-up, shown on request. */
export function EarlierTickets({ ticket: { id, follows = null }, token }: TicketProps) {
  const { t } = useTranslation('support');
  const [isShown, setShown] = useState(false);
  const own = useQuery({
    ...queryOptionsFor(ticketFollowUpCalls.earlierTickets, { id }),
    enabled: isShown && token === undefined,
  });
  const linked = useQuery({
    ...queryOptionsFor(ticketFollowUpCalls.linkedEarlierTickets, { token: token ?? '' }),
    enabled: isShown && token !== undefined,
  });
  if (follows === null) return null;
  const { data, isError, isFetching } = token === undefined ? own : linked;
  return (
    <>
      <div>
        <Button
          size="sm"
          aria-expanded={isShown}
          loading={isShown && isFetching}
          onClick={() => setShown(!isShown)}
        >
          {t('followUp.before', { id: follows })}
        </Button>
      </div>
      {isShown && isError && <Quiet role="alert">{t('loadFailed')}</Quiet>}
      {isShown && data && (
        <Earlier>
          {data.toReversed().map((earlier) => (
            <Group key={earlier.id} aria-label={t('ticket.number', { id: earlier.id })}>
              <Title>{t('ticket.number', { id: earlier.id })}</Title>
              <TicketTexts ticket={earlier} token={token} messages={earlier.conversation} />
            </Group>
          ))}
        </Earlier>
      )}
    </>
  );
}
