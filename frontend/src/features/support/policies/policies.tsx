import { USUAL_EVIDENCE_DAYS } from '@pax/contracts';
import { useTranslation } from 'react-i18next';
import { languageOf, documentLanguage } from '../../../i18n/languages';
import { useDelivery } from '../../../lib/http/delivery';
import { PAY_METHODS, usePaymentMethods, type PayMethod } from '../../../lib/http/payment-methods';
import { useSeller } from '../../../lib/http/seller';
import { PolicyPage } from './policy-page';

/** Payment processor of each line of the privacy policy. */
const PROCESSORS: Readonly<Record<PayMethod, string>> = {
  card: 'stripe',
  wallet: 'paypal',
  crypto: 'crypto',
};

/** The privacy policy: data stored, why, for how long and who gets it; only payment providers that are switched on. */
export function PrivacyPage() {
  const { t } = useTranslation('policies');
  const methods = usePaymentMethods();
  const days = useSeller().data?.evidenceDays ?? USUAL_EVIDENCE_DAYS;
  const policy = t('privacy', { returnObjects: true, days });
  const { shared } = policy.sections;
  const off = PAY_METHODS.filter((method) => methods && !methods.includes(method)).map(
    (method) => PROCESSORS[method],
  );
  const points = Object.fromEntries(Object.entries(shared.points).filter(([id]) => !off.includes(id)));
  return (
    <PolicyPage policy={{ ...policy, sections: { ...policy.sections, shared: { ...shared, points } } }} />
  );
}

/** The terms; they name the ways to pay that are switched on. */
export function TermsPage() {
  const { t, i18n } = useTranslation('policies');
  const methods = usePaymentMethods() ?? [];
  const delivery = useDelivery();
  const list = new Intl.ListFormat(documentLanguage(languageOf(i18n.language)), { type: 'conjunction' });
  const named = list.format(methods.map((method) => t(`pay.${method}`)));
  return <PolicyPage policy={t('terms', { returnObjects: true, methods: named || '…', ...delivery })} />;
}

/** When money goes back, and when not. */
export function RefundsPage() {
  const { t } = useTranslation('policies');
  return <PolicyPage policy={t('refunds', { returnObjects: true })} />;
}
