import { rightsCalls, type RoleRights, type RoleRightsAnswer, type StaffRight } from '@pax/contracts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useNoAnswer } from '../../../lib/hooks/use-no-answer';
import { callApi, callErrorOf } from '../../../lib/http/call-api';
import { ROLES } from './rights-live';
import { showToast } from '../../../lib/browser/toast';

/** Refusals with words of their own, below `rights.failed`. */
const REASONS = {
  STALE: 'stale',
  ROLE_NOT_GRANTABLE: 'managed',
  ROLE_IS_VIP: 'vip',
  NOT_FOUND: 'gone',
  UNAVAILABLE: 'away',
} as const;
const isReason = (code: unknown): code is keyof typeof REASONS => typeof code === 'string' && code in REASONS;

/** Sets all rights of a role, with the version that was seen, and toasts. */
export function useSetRights({ id, name, version }: RoleRights, onDone: () => void) {
  const { t } = useTranslation('admin');
  const client = useQueryClient();
  const noAnswer = useNoAnswer();
  return useMutation({
    mutationFn: (rights: readonly StaffRight[]) =>
      callApi(rightsCalls.setRoleRights, { params: { id }, body: { rights: [...rights], version } }),
    onSuccess: (now) => {
      client.setQueryData<RoleRightsAnswer>(
        ROLES,
        (known) => known && { ...known, roles: known.roles.map((role) => (role.id === now.id ? now : role)) },
      );
      showToast({ title: t('rights.done'), description: now.name ?? name ?? id, kind: 'success' });
      onDone();
    },
    onError: (error) => {
      void client.invalidateQueries({ queryKey: ROLES });
      if (noAnswer(error)) return;
      const code = callErrorOf(rightsCalls.setRoleRights, error);
      const reason = isReason(code) ? REASONS[code] : 'other';
      showToast({
        title: t('rights.failed.title'),
        description: t(`rights.failed.${reason}`),
        kind: 'error',
      });
    },
  });
}
