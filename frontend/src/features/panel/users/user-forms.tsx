import { chakra } from '@chakra-ui/react/styled-system';
import {
  adminUser,
  TIERS,
  userCalls,
  type AdminUser,
  type BlockUserRequest,
  type SetTierRequest,
  type TierName,
} from '@pax/contracts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../../ui/components/base/button';
import { SegmentedControl } from '../../../ui/components/form/segmented-control';
import { useReportTimeout } from '../../../lib/hooks/use-report-timeout';
import { callApi, callErrorCodeOf } from '../../../lib/http/call-api';
import { ApiError } from '../../../lib/http/fetcher';
import { showToast } from '../../../lib/browser/toast';
import { applyUserState } from './user-queries';
import { TextField } from '../../../ui/components/form/field';
import { usePanelLanguage } from '../shared/panel-language';

const Form = chakra('div', { base: { display: 'grid', gap: '2', justifyItems: 'start' } });
const Title = chakra('h3', { base: { textStyle: 'label', color: 'muted' } });
const Quiet = chakra('p', { base: { color: 'muted', textStyle: 'small' } });

/** Chosen tier, with the version of the account when the tier was chosen. */
interface TierChoice {
  readonly tier: TierName;
  readonly version: number;
}

function useSetMinimumTier(id: number, onEnd: () => void) {
  const { t } = useTranslation('users');
  const client = useQueryClient();
  const noAnswer = useReportTimeout();
  return useMutation({
    scope: { id: `user-${id}` },
    mutationFn: (body: SetTierRequest) => callApi(userCalls.setTier, { params: { id }, body }),
    onSuccess: (now) => {
      applyUserState(client, now);
      showToast({ title: t('tier.done'), description: now.username, kind: 'success' });
      onEnd();
    },
    onError: (error) => {
      if (noAnswer(error)) return;
      const isStale = callErrorCodeOf(userCalls.setTier, error) === 'STALE' && error instanceof ApiError;
      const { data: current } = adminUser.safeParse(isStale ? error.problem?.['current'] : undefined);
      if (current) applyUserState(client, current);
      if (isStale) onEnd();
      const description = t(isStale ? 'tier.stale' : 'tier.failed');
      showToast({ title: t('failed'), description, kind: 'error' });
    },
  });
}

/** Form for admins that sets an account's minimum tier. */
export function TierForm({ user }: { readonly user: AdminUser }) {
  const { t } = useTranslation(['users', 'common']);
  const [choice, setChoice] = useState<TierChoice>();
  const set = useSetMinimumTier(user.id, () => setChoice(undefined));
  const floor = user.tierFloor ?? 'bronze';
  return (
    <Form>
      <Title>{t('users:tier.label')}</Title>
      <SegmentedControl
        label={t('users:tier.label')}
        options={TIERS.map((value) => ({ value, label: t(`common:tier.${value}`), disabled: set.isPending }))}
        value={choice?.tier ?? floor}
        onChange={(tier) => setChoice((known) => ({ tier, version: known?.version ?? user.version }))}
      />
      <Quiet>{t('users:tier.hint')}</Quiet>
      {choice && choice.tier !== floor && (
        <Button size="sm" loading={set.isPending} onClick={() => set.mutate(choice)}>
          {t('users:tier.save')}
        </Button>
      )}
    </Form>
  );
}

const Fields = chakra('form', { base: { display: 'grid', gap: '3', width: 'full' } });

const Answers = chakra('div', {
  base: { display: 'flex', flexWrap: 'wrap', gap: '2', '& > *': { flex: '1 0 auto' } },
});

/** Focuses the text field, because the button pressed before has disappeared. */
const focusField = (field: HTMLInputElement | null): void => field?.focus();

/** Form that blocks an account after asking for a reason, or unblocks it. */
export function BlockForm({ user }: { readonly user: AdminUser }) {
  const { t } = useTranslation('users');
  const lang = usePanelLanguage();
  const [asking, setAsking] = useState(false);
  const [reason, setReason] = useState('');
  const { mutate, isPending } = useBlockUser(user.id, () => setAsking(false));
  if (user.blocked)
    return (
      <Button lang={lang} size="lg" flex="1" loading={isPending} onClick={() => mutate({ blocked: false })}>
        {t('block.takeBack')}
      </Button>
    );
  if (!asking)
    return (
      <Button lang={lang} icon="shield" size="lg" flex="1" onClick={() => setAsking(true)}>
        {t('block.open')}
      </Button>
    );
  return (
    <Fields
      lang={lang}
      onSubmit={(event) => {
        event.preventDefault();
        if (reason.trim() !== '' && !isPending) mutate({ blocked: true, reason });
      }}
    >
      <TextField
        ref={focusField}
        label={t('block.reason')}
        hint={t('block.reasonHint')}
        maxLength={200}
        value={reason}
        onChange={(event) => setReason(event.target.value)}
      />
      <Quiet>{t('block.text')}</Quiet>
      <Answers>
        <Button type="submit" kind="danger" loading={isPending} disabled={reason.trim() === ''}>
          {t('block.yes')}
        </Button>
        <Button onClick={() => setAsking(false)}>{t('block.no')}</Button>
      </Answers>
    </Fields>
  );
}

/** Blocks or unblocks an account and shows a toast. */
function useBlockUser(id: number, onDone: () => void) {
  const { t } = useTranslation('users');
  const client = useQueryClient();
  const noAnswer = useReportTimeout();
  return useMutation({
    scope: { id: `user-${id}` },
    mutationFn: (body: BlockUserRequest) => callApi(userCalls.blockUser, { params: { id }, body }),
    onSuccess: (now) => {
      applyUserState(client, now);
      const title = t(now.blocked ? 'block.done' : 'block.takenBack');
      showToast({ title, description: now.username, kind: 'success' });
      onDone();
    },
    onError: (error) => {
      if (noAnswer(error)) return;
      const isOwn = callErrorCodeOf(userCalls.blockUser, error) === 'CONFLICT';
      showToast({ title: t('failed'), description: t(isOwn ? 'block.own' : 'block.failed'), kind: 'error' });
    },
  });
}
