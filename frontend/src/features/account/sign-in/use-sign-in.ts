import { authCalls } from '@pax/contracts';
import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { showToast } from '../../../lib/browser/toast';
import { callApi, callErrorOf } from '../../../lib/http/call-api';
import { ApiError, serverMessage } from '../../../lib/http/fetcher';
import { usernameProblemOf } from '../../../lib/values/username-problem';
import { bodyOf, type Credentials, type Mode } from './credentials';
import { storeToast } from './stored-toast';

/**
 * Signs in or registers. `onDone` reloads the next page, so that cache and socket start with the new session.
 */
export function useSignIn(mode: Mode, onDone: () => void) {
  const { t } = useTranslation('auth');
  const registering = mode === 'register';
  const call = registering ? authCalls.register : authCalls.login;
  const titles = registering ? 'registerFailed' : 'loginFailed';
  /** A server failure has its own text, not "Invalid credentials". */
  const reason = (error: ApiError): string => {
    if (error.status >= 500 && !registering) return t('notice.serverFailed');
    const code = callErrorOf(call, error);
    if (code === 'INVALID_CREDENTIALS') return t('notice.invalid');
    if (code === 'FRESH_SIGN_IN_REQUIRED') return t('notice.renewElsewhere');
    const name = usernameProblemOf(code);
    if (name) return t(`problem.${name}`);
    return serverMessage(error) ?? t(registering ? 'notice.notCreated' : 'notice.invalid');
  };
  return useMutation({
    mutationFn: (typed: Credentials) => callApi<typeof call>(call, { body: bodyOf(mode, typed) }),
    onSuccess: ({ user }) => {
      if (!navigator.cookieEnabled) {
        // The session is lost already: a welcome would be wrong on the next page.
        showToast({ title: t('cookies.title'), description: t('cookies.text'), kind: 'error' });
        return;
      }
      const welcome = registering ? 'registered' : 'welcome';
      storeToast({
        title: t(`notice.${welcome}`),
        description: t(`notice.${welcome}Text`, { name: user.username }),
        kind: 'success',
      });
      onDone();
    },
    onError: (error) => {
      if (!(error instanceof ApiError)) {
        showToast({ title: t('notice.error'), description: t('notice.unexpected'), kind: 'error' });
        return;
      }
      // The form asks for a longer password; nothing failed.
      if (callErrorOf(authCalls.login, error) === 'PASSWORD_CHANGE_REQUIRED') return;
      showToast({ title: t(`notice.${titles}`), description: reason(error), kind: 'error' });
    },
  });
}
