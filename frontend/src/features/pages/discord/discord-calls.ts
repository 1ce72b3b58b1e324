import type { DiscordStatusAnswer } from '@pax/contracts';
import { useMutation } from '@tanstack/react-query';
import { requestJson } from '../../../lib/http/fetcher';

/** The specification's names of the channels for test messages. */
export const TEST_TYPES = ['order', 'history', 'stock', 'error'] as const;
export type TestType = (typeof TEST_TYPES)[number];

export const POST_STATES = ['pending', 'claimed', 'sent', 'parked', 'counted'] as const;

/** A post in Discord as the panel's list shows it; only what is shown here. */
export interface ShopPost {
  readonly id: number;
  readonly type: string;
  readonly channel: string;
  readonly state: (typeof POST_STATES)[number];
  readonly occurredAt: string;
  readonly link: string | null;
  readonly parkedReason: string | null;
}

/** Number of posts listed. */
const LATEST = 5;

// Triggered manually, so none of these is a query: each press sends a request.
export const useBotStatus = () =>
  useMutation({ mutationFn: () => requestJson<DiscordStatusAnswer>('/api/admin/discord/status') });

export const useServerAnswer = () =>
  useMutation({
    mutationFn: () =>
      requestJson<{ serverName: string; memberCount: number; inviteLink: string }>(
        '/api/discord/server-info',
      ),
  });

export const useLatestPosts = () =>
  useMutation({ mutationFn: () => requestJson<ShopPost[]>(`/api/admin/posts?limit=${LATEST}`) });

export const useResend = () =>
  useMutation({
    mutationFn: (id: number) => requestJson<ShopPost>(`/api/admin/posts/${id}/resend`, { method: 'POST' }),
  });

export const useTestMessage = () =>
  useMutation({
    mutationFn: (body: { readonly type: TestType; readonly message: string }) =>
      requestJson<{ success: boolean; link: string | null }>('/api/admin/discord/test', {
        method: 'POST',
        body,
      }),
  });
