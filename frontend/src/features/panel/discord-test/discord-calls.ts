import { discordCalls, type CallInput } from '@pax/contracts';
import { useMutation, useQuery } from '@tanstack/react-query';
import { callApi, callQuery } from '../../../lib/http/call-api';

/** The specification's names of the channels for test messages. */
export const TEST_TYPES = ['order', 'history', 'stock', 'error'] as const;
export type TestType = (typeof TEST_TYPES)[number];

/** Number of posts listed. */
const LATEST = 5;

/** How often the status is asked for, ms; the bot reports what changed within a second. */
const ASK_AGAIN_MS = 3_000;

/** The bot's status, newest state while the page is looked at. */
export const useBotStatus = () =>
  useQuery({ ...callQuery(discordCalls.discordStatus), staleTime: 0, refetchInterval: ASK_AGAIN_MS });

// Triggered manually, so none of these is a query: each press sends a request.
export const useServerAnswer = () => useMutation({ mutationFn: () => callApi(discordCalls.serverInfo) });

export const useLatestPosts = () =>
  useMutation({ mutationFn: () => callApi(discordCalls.posts, { query: { limit: String(LATEST) } }) });

export const useResend = () =>
  useMutation({ mutationFn: (id: number) => callApi(discordCalls.resendPost, { params: { id } }) });

export const useTestMessage = () =>
  useMutation({
    mutationFn: (body: CallInput<typeof discordCalls.sendTestPost>['body']) =>
      callApi(discordCalls.sendTestPost, { body }),
  });
