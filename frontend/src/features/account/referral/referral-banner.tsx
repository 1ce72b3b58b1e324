import { chakra } from '@chakra-ui/react/styled-system';
import { loyaltyCalls } from '@pax/contracts';
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { callApi, callErrorCodeOf, queryKeyFor } from '../../../lib/http/call-api';
import { showToast } from '../../../lib/browser/toast';
import { signInAddress } from '../../../lib/values/sign-in-address';
import { forgetReferralCode, hideReferralBanner, isOpenedByLink } from '../../../lib/storage/referral-link';
import { formatCents } from '../../../lib/values/format';
import { referralTerms } from '../../../lib/values/referral-terms';
import { ButtonLink } from '../../../ui/components/base/button';
import { Icon } from '../../../ui/components/base/icon';
import { Page } from '../../../ui/components/base/page';
import { buttonRecipe } from '../../../ui/theme/recipes/button';

const Row = chakra(Page, {
  base: { display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: { base: '2', md: '4' }, py: '1' },
});
const Words = chakra('div', {
  base: {
    // The buttons get a row of their own only where letters are so large that the text is left with less.
    flex: '1 1 7em',
    minWidth: '0',
    display: { base: 'block', md: 'flex' },
    flexWrap: 'wrap',
    columnGap: '3',
    fontSize: { base: 'xs', md: 'sm' },
    // Smaller line height on a phone, so that four lines of text stay below 72 px.
    lineHeight: { base: '1.3', md: 'body' },
  },
});
const Inviter = chakra('p', {
  base: { fontWeight: 'bold', overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' },
});
const Acts = chakra('div', { base: { display: 'flex', gap: 'inherit', ms: 'auto' } });
const Close = chakra('button', buttonRecipe);

/** Address of the registration, which leads back to the market. */
const REGISTER = signInAddress('/', 'register');

/** Banner that says who invites by the code, what the visitor gets, and when. A code that is not valid is dropped. */
export function ReferralBanner({ code }: { readonly code: string }) {
  const { t } = useTranslation('referral');
  const { data, error } = useQuery({
    queryKey: queryKeyFor(loyaltyCalls.referralLink, { code }),
    queryFn: ({ signal }) =>
      callApi(loyaltyCalls.referralLink, {
        params: { code },
        query: isOpenedByLink(code) ? { opened: 'true' } : {},
        signal,
      }),
    retry: false,
    staleTime: Infinity,
  });
  const isRefused =
    error !== null && callErrorCodeOf(loyaltyCalls.referralLink, error) === 'REFERRAL_CODE_UNKNOWN';
  useEffect(() => {
    if (!isRefused) return;
    forgetReferralCode();
    showToast({ title: t('link.unknown'), description: t('link.unknownText') });
  }, [isRefused, t]);
  const { friendPercent, friendBonusCents, bonusFromCents } = referralTerms;
  const gift = {
    percent: friendPercent,
    bonus: formatCents(friendBonusCents),
    from: formatCents(bonusFromCents),
  };
  return (
    <aside aria-label={t('link.label')}>
      <Row>
        <Words>
          <Inviter>{data ? t('link.by', { name: data.referrerName }) : t('link.bySomebody')}</Inviter>
          <p>{t('link.gift', gift)}</p>
        </Words>
        <Acts>
          <ButtonLink asChild size="sm">
            <Link to={REGISTER}>{t('link.join')}</Link>
          </ButtonLink>
          <Close
            type="button"
            kind="bare"
            size="iconSm"
            color="onAccent"
            aria-label={t('link.dismiss')}
            onClick={hideReferralBanner}
          >
            <Icon name="close" />
          </Close>
        </Acts>
      </Row>
    </aside>
  );
}
