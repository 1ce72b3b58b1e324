import { ticketMessageCalls, type AddTicketMessageRequest, type TicketMessage } from '@pax/contracts';
import { infiniteQueryOptions, useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { createRequestId } from '../values/request-id';
import { callApi, callErrorCodeOf, queryKeyFor } from './call-api';
import { readPage } from './paged-list';
import { isTimeout } from './time-limit';

/** Number of messages that are requested at once. */
const PAGE = '50';

/** A ticket whose messages are read or written: by its secret token, else by id with the session. */
export interface TicketAddress {
  readonly id: number;
  readonly token?: string | undefined;
}

const messagesKeyOf = ({ id, token }: TicketAddress) =>
  token === undefined
    ? queryKeyFor(ticketMessageCalls.ticketMessages, { id })
    : queryKeyFor(ticketMessageCalls.linkedTicketMessages, { token });

const messagesQuery = (ticket: TicketAddress) =>
  infiniteQueryOptions({
    queryKey: messagesKeyOf(ticket),
    initialPageParam: undefined as string | undefined,
    queryFn: async ({ pageParam: cursor, signal }) => {
      const query = { limit: PAGE, cursor };
      return ticket.token === undefined
        ? await readPage(ticketMessageCalls.ticketMessages, query, signal, { id: ticket.id })
        : await readPage(ticketMessageCalls.linkedTicketMessages, query, signal, { token: ticket.token });
    },
    getNextPageParam: ({ next }) => next,
  });

/**
 * Loads the messages of a ticket, again whenever their number changed, and earlier ones on request.
 *
 * @param count number of messages that the ticket has now; 0 requests nothing
 * @returns the loaded messages, oldest first
 */
export function useTicketMessages(ticket: TicketAddress, count: number) {
  const list = useInfiniteQuery({ ...messagesQuery(ticket), enabled: count > 0, staleTime: 0 });
  const { refetch } = list;
  const known = useRef(count);
  useEffect(() => {
    if (known.current === count) return;
    const wasEmpty = known.current === 0;
    known.current = count;
    if (!wasEmpty) void refetch();
  }, [count, refetch]);
  const unique = new Map(list.data?.pages.flatMap(({ items }) => items).map((one) => [one.id, one]));
  const messages: readonly TicketMessage[] = [...unique.values()].toSorted((one, other) => one.id - other.id);
  return { ...list, messages };
}

/** Reason for which a message was not sent, by which the page says what to do. */
export type MessageFailure = 'noAnswer' | 'ended' | 'limited' | 'pictures' | 'repeated' | 'text';

function messageFailureOf(error: unknown): MessageFailure {
  if (isTimeout(error)) return 'noAnswer';
  const code = callErrorCodeOf(ticketMessageCalls.addTicketMessage, error);
  if (code === 'ILLEGAL_MOVE') return 'ended';
  if (code === 'RATE_LIMITED') return 'limited';
  if (code === 'ATTACHMENT_GONE') return 'pictures';
  return code === 'CONFLICT' ? 'repeated' : 'text';
}

/**
 * Sends a message and loads the messages again. A retry keeps the request id until the shop answers, so that only one
 * message is written.
 *
 * @param onFailed called with the reason of a failure
 */
export function useSendTicketMessage(ticket: TicketAddress, onFailed: (reason: MessageFailure) => void) {
  const client = useQueryClient();
  const [requestId, setRequestId] = useState(createRequestId);
  return useMutation({
    mutationFn: async (written: Omit<AddTicketMessageRequest, 'requestId'>) => {
      const body = { ...written, requestId };
      return ticket.token === undefined
        ? await callApi(ticketMessageCalls.addTicketMessage, { params: { id: ticket.id }, body })
        : await callApi(ticketMessageCalls.addLinkedTicketMessage, { params: { token: ticket.token }, body });
    },
    onSuccess: () => {
      setRequestId(createRequestId());
      void client.invalidateQueries({ queryKey: messagesKeyOf(ticket) });
    },
    onError: (error) => {
      const reason = messageFailureOf(error);
      // A changed text needs a new request id, because the server stored the first words under the old one.
      if (reason === 'repeated') setRequestId(createRequestId());
      onFailed(reason);
    },
  });
}
