import { chakra } from '@chakra-ui/react/styled-system';
import {
  NOTICE_KINDS,
  noticeCalls,
  noticeDefinition,
  pushCalls,
  receiptCalls,
  type NoticeKind,
  type NoticeSwitch,
  type NoticeWay,
  type SetNoticeSwitchRequest,
} from '@pax/contracts';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useReportTimeout } from '../../../lib/hooks/use-report-timeout';
import { callApi, queryKeyFor, queryOptionsFor } from '../../../lib/http/call-api';
import { serverMessageOf } from '../../../lib/http/fetcher';
import { showToast } from '../../../lib/browser/toast';
import { Surface } from '../../../ui/components/base/surface';
import { PushSwitch } from '../../../ui/components/shop/push-offer';
import { readPushSupport } from '../../../lib/browser/push';
import { Checkbox } from '../../../ui/components/form/checkbox';

const Card = chakra(Surface, { base: { display: 'grid', gap: '3', mt: '4' } });
const Heading = chakra('h2', { base: { textStyle: 'subheading' } });
const Text = chakra('p', { base: { color: 'muted', textStyle: 'small' } });
const Kind = chakra('fieldset', {
  base: {
    display: 'grid',
    gridTemplateColumns: {
      base: 'repeat(2, minmax(0, 1fr))',
      sm: 'minmax(0, 1fr) repeat(3, minmax(0, 130px))',
    },
    columnGap: '4',
    borderTopWidth: '1px',
    borderColor: 'line',
    pt: '1',
    '& > legend': {
      float: 'inline-start',
      gridColumn: { base: '1 / -1', sm: '1' },
      fontWeight: 'medium',
      pt: '2.5',
    },
  },
});

const SWITCHES = queryKeyFor(noticeCalls.noticeSwitches);

const isSameSwitch = (one: NoticeSwitch, other: NoticeSwitch): boolean =>
  one.kind === other.kind && one.way === other.way;

/** Returns a function that turns a switch at once, and back if the shop does not store it. */
function useSetSwitch() {
  const { t } = useTranslation(['notices', 'account']);
  const client = useQueryClient();
  const showNoAnswer = useReportTimeout();
  const isLast = (): boolean => client.isMutating({ mutationKey: SWITCHES }) === 1;
  // The calls run one after the other, so that the answer to the last one is what the shop has.
  return useMutation({
    mutationKey: SWITCHES,
    scope: { id: 'notice-switches' },
    onMutate: ({ isOn, ...changed }) =>
      client.setQueryData<readonly NoticeSwitch[]>(SWITCHES, (off = []) => [
        ...off.filter((one) => !isSameSwitch(one, changed)),
        ...(isOn ? [] : [changed]),
      ]),
    mutationFn: (body: SetNoticeSwitchRequest) => callApi(noticeCalls.setNoticeSwitch, { body }),
    onSuccess: (off) => isLast() && client.setQueryData<readonly NoticeSwitch[]>(SWITCHES, off),
    onError: (error) => {
      if (isLast()) void client.invalidateQueries({ queryKey: SWITCHES });
      if (showNoAnswer(error)) return;
      const description = serverMessageOf(error) ?? t('account:profile.failedText');
      showToast({ title: t('notices:switches.failed'), description, kind: 'error' });
    },
  });
}

/**
 * Tells which ways of a kind reach the account: Discord if it is linked, mail if there is an address, push if it is on
 * here. Also tells whether push can be switched on here.
 */
function useReachableWays(hasDiscord: boolean) {
  const { data } = useQuery(queryOptionsFor(receiptCalls.receiptMail));
  const { data: push } = useQuery({
    ...queryOptionsFor(pushCalls.push),
    enabled: readPushSupport() !== 'unsupported',
  });
  const isReached = {
    direct: hasDiscord,
    push: push?.isOn === true,
    mail: data?.isOffered === true,
  };
  // Mails about a ticket go to the address that stands on it.
  const hasAddress = (kind: NoticeKind) => kind === 'ticket' || typeof data?.email === 'string';
  const waysOf = (kind: NoticeKind): readonly NoticeWay[] =>
    noticeDefinition(kind).ways.filter((way) => isReached[way] && (way !== 'mail' || hasAddress(kind)));
  return { waysOf, isPushOffered: push !== undefined && push.publicKey !== null };
}

/** Card with a switch for each kind of notice and way; the bell shows all of them. */
export function NoticeSwitchesCard({ hasDiscord }: { readonly hasDiscord: boolean }) {
  const { t } = useTranslation('notices');
  const { data: off } = useQuery(queryOptionsFor(noticeCalls.noticeSwitches));
  const { waysOf, isPushOffered } = useReachableWays(hasDiscord);
  const { mutate } = useSetSwitch();
  const kinds = NOTICE_KINDS.filter((kind) => waysOf(kind).length > 0);
  if (!off || (kinds.length === 0 && !isPushOffered)) return null;
  return (
    <Card pad="md" id="notices">
      <Heading>{t('switches.heading')}</Heading>
      <Text>{t('switches.text')}</Text>
      <PushSwitch />
      {kinds.map((kind) => (
        <Kind key={kind}>
          <legend>{t(`switches.kind.${kind}`)}</legend>
          {waysOf(kind).map((way) => (
            <Checkbox
              key={way}
              checked={!off.some((one) => isSameSwitch(one, { kind, way }))}
              onChange={(event) => mutate({ kind, way, isOn: event.target.checked })}
            >
              {t(`switches.way.${way}`)}
            </Checkbox>
          ))}
        </Kind>
      ))}
    </Card>
  );
}
