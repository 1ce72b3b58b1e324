import { discordCalls, type CallInput } from '@pax/contracts';
import { useMutation, useQuery } from '@tanstack/react-query';
import { chakra } from '@chakra-ui/react/styled-system';
import type { ReactNode } from 'react';
import { callApi, callQuery } from '../../../lib/http/call-api';
import { Surface } from '../../../ui/components/base/surface';

/** The specification's names of the channels for test messages. */
export const TEST_TYPES = ['order', 'history', 'stock', 'error'] as const;
export type TestType = (typeof TEST_TYPES)[number];

/** Number of posts listed. */
const LATEST = 5;

/** Poll interval of the status, ms; the bot reports changes within a second. */
const POLL_MS = 3_000;

/** Status of the bot, polled while the page is open. */
export const useBotStatus = () =>
  useQuery({ ...callQuery(discordCalls.discordStatus), staleTime: 0, refetchInterval: POLL_MS });

// Mutations instead of queries, because each press of the button sends a request.
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

const Card = chakra(Surface, {
  base: { display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: '4', alignContent: 'start' },
});
const Heading = chakra('h2', { base: { textStyle: 'subheading' } });
const Problem = chakra('p', { base: { color: 'danger', textStyle: 'small' } });

/** Card to test a call, with its result below. */
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

/** Error message of the page, followed by the server's if there is one. */
export function TestProblem({
  words,
  detail,
}: {
  readonly words: string;
  readonly detail?: string | undefined;
}) {
  return <Problem role="alert">{detail && detail !== words ? `${words}: ${detail}` : words}</Problem>;
}
