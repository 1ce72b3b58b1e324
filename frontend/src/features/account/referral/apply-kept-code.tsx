import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { showToast } from '../../../lib/browser/toast';
import { forgetReferralCode, readReferralCode } from '../../../lib/storage/referral-link';
import { referralRefusalOf, useApplyReferralCode } from './use-apply-referral-code';

/**
 * Applies the code of a referral link to the account that has just signed in, in one tab only. The code is kept if the
 * server does not answer, for the next page load.
 */
export function ApplyKeptCode() {
  const { t } = useTranslation('referral');
  const { mutateAsync } = useApplyReferralCode((error) => {
    const refusal = referralRefusalOf(error);
    if (refusal === undefined) return;
    forgetReferralCode();
    showToast({ title: t('link.notApplied'), description: t(`apply.refused.${refusal}`) });
  });
  useEffect(() => {
    const applyKeptCode = async (): Promise<void> => {
      const code = readReferralCode();
      if (code === undefined) return;
      try {
        await mutateAsync(code);
        forgetReferralCode();
      } catch {
        // A failed call was handled by the mutation.
      }
    };
    // Browsers lend locks only to secure pages; elsewhere a second tab may be told that the code is applied already.
    const { locks } = navigator as Partial<Navigator>;
    void (locks ? locks.request('pax-referral', applyKeptCode) : applyKeptCode());
  }, [mutateAsync]);
  return null;
}
