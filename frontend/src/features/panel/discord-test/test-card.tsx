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

/** How often the status is asked for, ms; the bot reports what changed within a second. */
const POLL_MS = 3_000;

/** The bot's status, newest state while the page is looked at. */
export const useBotStatus = () =>
  useQuery({ ...callQuery(discordCalls.discordStatus), staleTime: 0, refetchInterval: POLL_MS });

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

const Card = chakra(Surface, {
  base: { display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: '4', alignContent: 'start' },
});
const Heading = chakra('h2', { base: { textStyle: 'subheading' } });
const Problem = chakra('p', { base: { color: 'danger', textStyle: 'small' } });

/** A call to try, with its result below. */
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

/** The page's error message, with the server's if there is one. */
export function TestProblem({
  words,
  detail,
}: {
  readonly words: string;
  readonly detail?: string | undefined;
}) {
  return <Problem role="alert">{detail && detail !== words ? `${words}: ${detail}` : words}</Problem>;
}
