import { chakra } from '@chakra-ui/react/styled-system';
import { loyaltyCalls } from '@pax/contracts';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Button } from '../../../ui/components/base/button';
import { CopyCode } from '../../../ui/components/form/copy-code';
import { Skeleton } from '../../../ui/components/feedback/skeleton';
import { PROFILE } from '../../../lib/http/keys';
import { callApi, callKey, callQuery } from '../../../lib/http/call-api';

const Label = chakra('p', { base: { textStyle: 'label', mb: '1.5' } });
const Failed = chakra('p', { base: { color: 'danger', textStyle: 'small', mt: '2' } });

/** The account's referral code with a copy button; created on request. */
export function OwnCode() {
  const { t } = useTranslation('referral');
  const client = useQueryClient();
  // The shop asks for the profile only while the checkout is open.
  const referrals = useQuery(callQuery(loyaltyCalls.referralStats));
  const make = useMutation({
    mutationFn: () => callApi(loyaltyCalls.generateReferralCode),
    onSuccess: async () => {
      await client.invalidateQueries({ queryKey: PROFILE });
      await client.invalidateQueries({ queryKey: callKey(loyaltyCalls.referralStats) });
    },
  });
  const code = make.data?.referralCode ?? referrals.data?.referralCode;
  if (code)
    return (
      <div>
        <Label>{t('signedIn')}</Label>
        <CopyCode code={code} label={t('signedIn')} />
      </div>
    );
  if (referrals.isPending) return <Skeleton height="44px" />;
  return (
    <div>
      {referrals.data ? (
        <Button icon="gift" loading={make.isPending} onClick={() => make.mutate()}>
          {t('make')}
        </Button>
      ) : (
        <Button icon="refresh" onClick={() => void referrals.refetch()}>
          {t('again')}
        </Button>
      )}
      {(make.isError || referrals.isError) && <Failed role="alert">{t('failed')}</Failed>}
    </div>
  );
}
