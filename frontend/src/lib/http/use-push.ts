import { pushCalls, type MailLanguage, type PushAnswer } from '@pax/contracts';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import {
  readBrowserSubscription,
  readPushSupport,
  subscribeBrowser,
  unsubscribeBrowser,
} from '../browser/push';
import { callApi, queryKeyFor, queryOptionsFor } from './call-api';
import { useCurrentUser } from './current-user';

const PUSH = queryKeyFor(pushCalls.push);

interface PushOptions {
  /** Language of the messages. */
  readonly language: MailLanguage;
  readonly onError: (error: unknown) => void;
}

/** Push messages to this browser: whether they are possible and on, and a function that turns them on or off. */
export function usePush({ language, onError }: PushOptions) {
  const client = useQueryClient();
  const [support, setSupport] = useState(readPushSupport);
  const { data } = useQuery({ ...queryOptionsFor(pushCalls.push), enabled: support !== 'unsupported' });
  const setOn = (isOn: boolean): void =>
    void client.setQueryData<PushAnswer>(
      PUSH,
      (known) => known && { publicKey: known.publicKey, isOn, ...(isOn && { language }) },
    );
  const change = useMutation({
    mutationFn: async (isOn: boolean) => {
      if (!isOn) {
        await callApi(pushCalls.endPush);
        setOn(false);
        return unsubscribeBrowser();
      }
      const subscription = await subscribeBrowser(data?.publicKey ?? '');
      if (!subscription) return setSupport(readPushSupport());
      await callApi(pushCalls.setPush, { body: { ...subscription, language } });
      setOn(true);
    },
    onError,
  });
  const isOffered = support !== 'unsupported' && data !== undefined && data.publicKey !== null;
  return {
    state: !isOffered ? 'unsupported' : support === 'denied' ? 'denied' : data.isOn ? 'on' : 'off',
    isChanging: change.isPending,
    turn: (isOn: boolean) => change.mutate(isOn),
  } as const;
}

/** Has push messages to this browser written in the language of its pages, also once that was switched. */
export function useKeepPushLanguage(language: MailLanguage): void {
  const client = useQueryClient();
  const isAllowed = readPushSupport() === 'possible' && Notification.permission === 'granted';
  const isSignedIn = useCurrentUser() != null;
  const stored = useQuery({ ...queryOptionsFor(pushCalls.push), enabled: isAllowed && isSignedIn }).data
    ?.language;
  useEffect(() => {
    if (stored === undefined || stored === language) return;
    const change = async () => {
      const subscription = await readBrowserSubscription();
      if (!subscription) return;
      await callApi(pushCalls.setPush, { body: { ...subscription, language } });
      client.setQueryData<PushAnswer>(PUSH, (known) => known && { ...known, language });
    };
    // The next page tries again.
    change().catch(() => undefined);
  }, [client, stored, language]);
}
