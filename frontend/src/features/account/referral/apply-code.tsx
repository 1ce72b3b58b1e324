import { type AccountProfile, REFERRAL_CODE_LENGTH } from '@pax/contracts';
import { useTranslation } from 'react-i18next';
import { chakra } from '@chakra-ui/react/styled-system';
import { useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { useReportTimeout } from '../../../lib/hooks/use-report-timeout';
import { serverMessageOf } from '../../../lib/http/fetcher';
import { showToast } from '../../../lib/browser/toast';
import { formatCents } from '../../../lib/values/format';
import { referralTerms } from '../../../lib/values/referral-terms';
import { Button } from '../../../ui/components/base/button';
import { Surface } from '../../../ui/components/base/surface';
import { StatusChip } from '../../../ui/components/shop/chip';
import { TextField } from '../../../ui/components/form/field';
import { normaliseReferralCode } from './choose-code';
import { referralRefusalOf, useApplyReferralCode } from './use-apply-referral-code';

const Card = chakra(Surface, { base: { display: 'grid', gap: '4', alignContent: 'start' } });
const Top = chakra('div', {
  base: {
    display: 'flex',
    flexWrap: 'wrap',
    justifyContent: 'space-between',
    alignItems: 'center',
    columnGap: '3',
    rowGap: '1',
  },
});
const Heading = chakra('h2', { base: { textStyle: 'subheading' } });
const Form = chakra('form', { base: { display: 'grid', gap: '4' } });

/** Form for a friend's referral code; once a code is applied, it is only shown. */
export function ApplyReferralCode({ profile }: { readonly profile: AccountProfile }) {
  const { t } = useTranslation('referral');
  const [search] = useSearchParams();
  const [typed, setTyped] = useState(() => normaliseReferralCode(search.get('code') ?? ''));
  const showNoAnswer = useReportTimeout();
  const apply = useApplyReferralCode((error) => {
    if (showNoAnswer(error)) return;
    const refusal = referralRefusalOf(error);
    const description = refusal
      ? t(`apply.refused.${refusal}`)
      : (serverMessageOf(error) ?? t('apply.failedText'));
    showToast({ title: t('apply.failed'), description, kind: 'error' });
  });
  const { friendPercent, friendBonusCents, bonusFromCents } = referralTerms;
  const isApplied = profile.referredBy !== null || profile.appliedReferralCode !== null;
  return (
    <Card pad="md">
      <Top>
        <Heading>{t('apply.heading')}</Heading>
        {isApplied && <StatusChip tone="money">{t('apply.applied')}</StatusChip>}
      </Top>
      <Form
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          if (!isApplied && typed !== '' && !apply.isPending) apply.mutate(typed);
        }}
      >
        <TextField
          label={t('apply.label')}
          hint={
            isApplied
              ? t('apply.from', { name: profile.referredBy ?? '' })
              : t('apply.hint', {
                  percent: friendPercent,
                  bonus: formatCents(friendBonusCents),
                  from: formatCents(bonusFromCents),
                })
          }
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          maxLength={REFERRAL_CODE_LENGTH}
          disabled={isApplied}
          value={isApplied ? (profile.appliedReferralCode ?? '') : typed}
          onChange={(event) => setTyped(normaliseReferralCode(event.target.value))}
        />
        {!isApplied && (
          <p>
            <Button type="submit" loading={apply.isPending} disabled={typed === ''}>
              {t('apply.action')}
            </Button>
          </p>
        )}
      </Form>
    </Card>
  );
}
