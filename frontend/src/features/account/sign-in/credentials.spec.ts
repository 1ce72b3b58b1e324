import { expect, it } from '@jest/globals';
import { toCredentialsRequest, NOTHING_TYPED } from './credentials';

it('sends with each call what it takes, and nothing that was typed for the other', () => {
  const typed = {
    ...NOTHING_TYPED,
    username: ' nova ',
    password: 'lantern-light',
    newPassword: 'lantern-light-12',
    confirmPassword: 'lantern-light',
    discordId: ' 123456789012345678 ',
  };
  expect(toCredentialsRequest('signIn', typed)).toEqual({
    username: 'nova',
    password: 'lantern-light',
    newPassword: 'lantern-light-12',
  });
  expect(toCredentialsRequest('register', typed)).toEqual({
    username: 'nova',
    password: 'lantern-light',
    discordId: '123456789012345678',
  });
});
