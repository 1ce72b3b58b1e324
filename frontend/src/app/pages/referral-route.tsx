import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate, useParams } from 'react-router-dom';
import { showToast } from '../../lib/browser/toast';
import { keepReferralCode, parseReferralCode } from '../../lib/storage/referral-link';
import { PageLoading } from '../layout/app-layout';

/** Route of a referral link: keeps the code for the sign-in and opens the market. */
export function ReferralRoute() {
  const { t } = useTranslation('referral');
  const { code: text = '' } = useParams();
  const navigate = useNavigate();
  useEffect(() => {
    const code = parseReferralCode(text);
    if (code !== undefined) keepReferralCode(code);
    else showToast({ title: t('link.unknown'), description: t('link.unknownText') });
    void navigate('/', { replace: true });
  }, [text, navigate, t]);
  return <PageLoading />;
}
