import { chakra } from '@chakra-ui/react/styled-system';
import { authCalls, peopleCalls } from '@pax/contracts';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Button, ButtonLink } from '../../ui/components/base/button';
import { useNoAnswer } from '../../lib/hooks/use-no-answer';
import { callApi, callQuery } from '../../lib/http/call-api';
import { serverMessage } from '../../lib/http/fetcher';
import { showToast } from '../../lib/browser/toast';
import { LINKED_ROLES } from './keys';

const ALLOW = `${authCalls.startDiscordSignIn.path}?roles=1`;

const Box = chakra('section', { base: { display: 'grid', gap: '2', justifyItems: 'start' } });
const Label = chakra('h3', { base: { textStyle: 'label' } });
const Hint = chakra('p', { base: { color: 'muted', textStyle: 'small' } });

function useEnd() {
  const { t } = useTranslation('account');
  const client = useQueryClient();
  const showNoAnswer = useNoAnswer();
  return useMutation({
    mutationFn: () => callApi(peopleCalls.endLinkedRoles),
    onSuccess: (saved) => {
      client.setQueryData(LINKED_ROLES, saved);
      showToast({ title: t('roles.ended'), kind: 'success' });
    },
    onError: (error) => {
      if (showNoAnswer(error)) return;
      const description = serverMessage(error) ?? t('profile.failedText');
      showToast({ title: t('roles.failed'), description, kind: 'error' });
    },
  });
}

/** The setting that lets Discord know the own tier, for linked roles; renders nothing where the shop offers none. */
export function LinkedRoles() {
  const { t } = useTranslation('account');
  const { data } = useQuery({ ...callQuery(peopleCalls.linkedRoles), staleTime: 0 });
  const end = useEnd();
  if (!data?.isOffered) return null;
  return (
    <Box>
      <Label>{t('roles.label')}</Label>
      <Hint>{t('roles.hint')}</Hint>
      {data.isLinked ? (
        <>
          <Hint role="status">{t('roles.linked')}</Hint>
          <Button size="sm" loading={end.isPending} onClick={() => end.mutate()}>
            {t('roles.end')}
          </Button>
        </>
      ) : (
        <ButtonLink size="sm" href={ALLOW}>
          {t('roles.allow')}
        </ButtonLink>
      )}
    </Box>
  );
}
