import { expect, it } from '@jest/globals';
import { useMutation } from '@tanstack/react-query';
import { screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { renderPage } from '../../test/render-page';
import { useChangePassword } from './security/password-card';
import { useChangeDiscordLink } from './security/discord-link-dialog';
import { useEndOtherSessions, useEndSession } from './security/sessions-card';
import { useSaveProfile } from './profile-form';

const session = {
  id: 'a'.repeat(64),
  browser: 'Firefox',
  system: null,
  device: 'desktop',
  openedBy: 'password',
  createdAt: '2026-11-20T08:00:00.000Z',
  lastSeenAt: '2026-11-21T08:00:00.000Z',
  current: false,
} as const;

/** Each write of the account, as a hook that gives what starts it. */
const writes: [string, () => () => void][] = [
  ['the profile', () => bind(useSaveProfile(), {})],
  ['the password', () => bind(useChangePassword(), { newPassword: 'new-secret' })],
  [
    'the link to Discord',
    () =>
      bind(
        useChangeDiscordLink('unlink', () => undefined),
        {},
      ),
  ],
  ['a session', () => bind(useEndSession(), session)],
  ['the other sessions', () => bind(useEndOtherSessions(), undefined)],
];
const bind =
  <I,>({ mutate }: Pick<ReturnType<typeof useMutation<unknown, Error, I>>, 'mutate'>, input: I) =>
  () =>
    mutate(input);

it.each(writes)(
  '%s: no answer in time is not said to have changed nothing (OWN-302)',
  async (_, useWrite) => {
    globalThis.fetch = async () => {
      throw new DOMException('No response in time.', 'TimeoutError');
    };
    const Write = () => (
      <button type="button" onClick={useWrite()}>
        Write
      </button>
    );
    const { toasts } = await renderPage(<Write />);
    await userEvent.click(screen.getByText('Write'));
    await waitFor(() => expect(toasts.map(({ title }) => title)).toEqual(['No answer yet']));
  },
);
