import { adminUser, userCalls, type AdminUser, type StoreCreditRequest } from '@pax/contracts';
import { chakra } from '@chakra-ui/react/styled-system';
import { useQueryClient, useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { formatCount, formatDecimal } from '../../../lib/values/format';
import { EditInPlace } from '../shared/edit-in-place';
import { createAmountTexts, parseCredit, stepAmount } from '../shared/amount-parsers';
import { showToast } from '../../../lib/browser/toast';
import { useReportTimeout } from '../../../lib/hooks/use-report-timeout';
import { callApi, callErrorCodeOf } from '../../../lib/http/call-api';
import { ApiError } from '../../../lib/http/fetcher';
import type { SaveOutcome } from '../shared/use-draft';
import { applyUserState } from './user-queries';

/** Formats an amount of money; `missing` is returned if the server withholds it from staff without the right. */
export const formatMoneyOrMissing = (amount: string | null, missing: string): string =>
  amount === null ? missing : formatDecimal(amount);

/** Formats loyalty points; `missing` is returned for withheld points, because points reveal the money spent. */
export const formatPointsOrMissing = ({ loyaltyPoints }: AdminUser, missing: string): string =>
  loyaltyPoints === null ? missing : formatCount(loyaltyPoints);

const Sign = chakra('span', { base: { color: 'muted', me: '0.5' } });
const Amount = chakra('span', { base: { textStyle: 'numeric', fontWeight: 'medium' } });
const INPUT = { inputMode: 'decimal', maxLength: 24 } as const;

interface CreditFieldProps {
  readonly user: AdminUser;
  /** True for admins, because only they may set store credit. */
  readonly canEdit: boolean;
}

/** Store credit of an account, which admins can edit where it is shown. */
export function CreditField({ user, canEdit }: CreditFieldProps) {
  const { t } = useTranslation('users');
  const save = useSetStoreCredit(user.id);
  if (!canEdit || user.storeCredit === null)
    return <Amount>{formatMoneyOrMissing(user.storeCredit, t('missing'))}</Amount>;
  return (
    <EditInPlace
      input={INPUT}
      label={t('credit.label', { name: user.username })}
      value={user.storeCredit}
      version={user.creditVersion}
      format={formatDecimal}
      prefix={<Sign>$</Sign>}
      read={parseCredit}
      step={stepAmount}
      invalid={t('credit.invalid', createAmountTexts())}
      onSave={save}
    />
  );
}

/** Sets an account's store credit with the version that was shown, and shows toasts. */
function useSetStoreCredit(
  id: number,
): (amount: string, version: number | undefined) => Promise<SaveOutcome> {
  const { t } = useTranslation('users');
  const client = useQueryClient();
  const noAnswer = useReportTimeout();
  const { mutateAsync } = useMutation({
    scope: { id: `user-${id}` },
    mutationFn: (body: StoreCreditRequest) => callApi(userCalls.setStoreCredit, { params: { id }, body }),
  });
  const showRefusal = (error: unknown): SaveOutcome => {
    if (noAnswer(error)) return 'failed';
    const isStale = callErrorCodeOf(userCalls.setStoreCredit, error) === 'STALE' && error instanceof ApiError;
    const { data: current } = adminUser.safeParse(isStale ? error.problem?.['current'] : undefined);
    if (current) applyUserState(client, current);
    showToast({
      title: t('failed'),
      description: t(isStale ? 'credit.stale' : 'credit.failed'),
      kind: 'error',
    });
    return isStale ? { stale: current?.creditVersion } : 'failed';
  };
  return async (amount, version) => {
    try {
      const now = await mutateAsync({ amount, version });
      applyUserState(client, now);
      showToast({ title: t('credit.done'), description: now.username, kind: 'success' });
      return 'saved';
    } catch (error) {
      return showRefusal(error);
    }
  };
}
