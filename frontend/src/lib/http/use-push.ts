import { pushCalls, type MailLanguage, type PushAnswer } from '@pax/contracts';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { readPushSupport, subscribeBrowser, unsubscribeBrowser } from '../browser/push';
import { callApi, queryKeyFor, queryOptionsFor } from './call-api';

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
    void client.setQueryData<PushAnswer>(PUSH, (known) => known && { ...known, isOn });
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
