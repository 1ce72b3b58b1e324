import { discordCalls, type CallInput } from '@pax/contracts';
import { useMutation, useQuery } from '@tanstack/react-query';
import { chakra } from '@chakra-ui/react/styled-system';
import type { ReactNode } from 'react';
import { callApi, queryOptionsFor } from '../../../lib/http/call-api';
import { Surface } from '../../../ui/components/base/surface';

/** Names of the channels that get test messages, as the specification writes them. */
export const TEST_TYPES = ['order', 'history', 'stock', 'error'] as const;
export type TestType = (typeof TEST_TYPES)[number];

/** Number of Discord posts that the page lists. */
const LATEST = 5;

/** Interval at which the bot's status is polled, ms; the bot reports changes within a second. */
const POLL_MS = 3_000;

/** Loads the bot's status again and again while the page is open. */
export const useBotStatus = () =>
  useQuery({ ...queryOptionsFor(discordCalls.discordStatus), staleTime: 0, refetchInterval: POLL_MS });

// Calls are mutations instead of queries, because each press of the button has to send a new request.
export const useServerAnswer = () => useMutation({ mutationFn: () => callApi(discordCalls.serverInfo) });

export const useLatestPosts = () =>
  useMutation({ mutationFn: () => callApi(discordCalls.posts, { query: { limit: String(LATEST) } }) });

export const useResendPost = () =>
  useMutation({ mutationFn: (id: number) => callApi(discordCalls.resendPost, { params: { id } }) });

export const useSendTestMessage = () =>
  useMutation({
    mutationFn: (body: CallInput<typeof discordCalls.sendTestPost>['body']) =>
      callApi(discordCalls.sendTestPost, { body }),
  });

const Card = chakra(Surface, {
  base: { display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: '4', alignContent: 'start' },
});
const Heading = chakra('h2', { base: { textStyle: 'subheading' } });
const Problem = chakra('p', { base: { color: 'danger', textStyle: 'small' } });

/** Card with a button that tries out a call, and the call's result below. */
export function TestCard({ heading, children }: { readonly heading: string; readonly children: ReactNode }) {
  return (
    <Card pad="md" asChild>
      <section>
        <Heading>{heading}</Heading>
        {children}
      </section>
    </Card>
  );
}

/** Error message of the page, followed by the server's message if there is one. */
export function TestProblem({
  words,
  detail,
}: {
  readonly words: string;
  readonly detail?: string | undefined;
}) {
  return <Problem role="alert">{detail && detail !== words ? `${words}: ${detail}` : words}</Problem>;
}
