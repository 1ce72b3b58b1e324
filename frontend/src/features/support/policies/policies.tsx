import { chakra } from '@chakra-ui/react/styled-system';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { DEFAULT_EVIDENCE_DAYS } from '@pax/contracts';
import { Icon } from '../../../ui/components/base/icon';
import { Page, Prose } from '../../../ui/components/base/page';
import { Surface } from '../../../ui/components/base/surface';
import { useDocumentTitle } from '../../../lib/hooks/use-title';
import { BackToShop } from './back-to-shop';
import { languageOfTag, documentLanguage } from '../../../i18n/languages';
import {
  useDeliveryTimes,
  PAY_METHODS,
  usePaymentMethods,
  type PayMethod,
  useSeller,
} from '../../../lib/http/shop-info';

interface PolicySection {
  readonly heading: string;
  readonly text: string;
  /** Texts of the section by key; a page may leave some out. */
  readonly points: Readonly<Record<string, string>>;
}

interface Policy {
  readonly title: string;
  readonly updated: string;
  readonly short: Readonly<Record<string, string>>;
  readonly sections: Readonly<Record<string, PolicySection>>;
}

const Heading = chakra('h1', { base: { textStyle: 'title' } });
const Updated = chakra('p', { base: { color: 'muted', textStyle: 'small', mt: '1', mb: '5' } });
const Columns = chakra('div', {
  base: {
    display: 'grid',
    gap: { base: '6', lg: '12' },
    gridTemplateColumns: { base: 'minmax(0, 1fr)', lg: 'minmax(0, 70ch) minmax(0, 1fr)' },
    alignItems: 'start',
  },
});
const Contents = chakra('nav', {
  base: {
    display: { base: 'none', lg: 'block' },
    position: 'sticky',
    top: 'calc(var(--header) + 24px)',
    order: 2,
    '& ol': { display: 'grid', borderInlineStartWidth: '2px', borderColor: 'line', mt: '2' },
    '& a': {
      display: 'block',
      ps: '4',
      py: '2',
      fontSize: 'sm',
      color: 'muted',
      _hover: { color: 'accent' },
    },
  },
});
const ToImprint = chakra(Link, {
  base: {
    display: 'inline-flex',
    alignItems: 'center',
    minHeight: 'touch',
    mt: '4',
    fontSize: 'sm',
    fontWeight: 'medium',
    color: 'accent',
    _hover: { textDecoration: 'underline', textUnderlineOffset: '4px' },
  },
});
const Label = chakra('h2', { base: { textStyle: 'label', color: 'muted' } });
const Short = chakra(Surface, {
  base: {
    '--notch-edge': 'color-mix(in srgb, var(--pax-colors-accent) 50%, var(--pax-colors-line))',
    display: 'grid',
    gap: '3',
  },
});
const ShortList = chakra('ul', {
  base: {
    display: 'grid',
    gap: '2',
    '& li': { display: 'grid', gridTemplateColumns: 'auto minmax(0, 1fr)', gap: '3', alignItems: 'start' },
    '& svg': { color: 'accent', mt: '3px' },
  },
});

interface PolicyPageProps {
  readonly policy: Policy;
}

/** Page with a legal text: a summary, links to the sections, then the sections. */
function PolicyPage({ policy: { title, updated, short, sections } }: PolicyPageProps) {
  const { t } = useTranslation(['policies', 'shop']);
  useDocumentTitle(t('shop:title.page', { page: title }));
  const parts = Object.entries(sections);
  return (
    <Page pt={{ base: '2', md: '4' }} pb="8">
      <BackToShop />
      <Heading>{title}</Heading>
      <Updated>{updated}</Updated>
      <Columns>
        <Contents aria-label={t('policies:contents')}>
          <Label as="p">{t('policies:contents')}</Label>
          <ol>
            {parts.map(([id, { heading }]) => (
              <li key={id}>
                <a href={`#${id}`}>{heading}</a>
              </li>
            ))}
          </ol>
        </Contents>
        <div>
          <Short pad="md">
            <Label>{t('policies:short')}</Label>
            <ShortList>
              {Object.entries(short).map(([id, words]) => (
                <li key={id}>
                  <Icon name="check" size={18} />
                  {words}
                </li>
              ))}
            </ShortList>
          </Short>
          <Prose>
            {parts.map(([id, { heading, text, points }]) => (
              <section key={id} id={id}>
                <h2>{heading}</h2>
                <p>{text}</p>
                <ul>
                  {Object.entries(points).map(([point, words]) => (
                    <li key={point}>{words}</li>
                  ))}
                </ul>
              </section>
            ))}
          </Prose>
          <ToImprint to="/imprint">{t('policies:imprint.link')}</ToImprint>
        </div>
      </Columns>
    </Page>
  );
}

/** Payment processors that the privacy policy names, by payment method. */
const PROCESSORS: Readonly<Record<PayMethod, string>> = {
  card: 'stripe',
  wallet: 'paypal',
  crypto: 'crypto',
};

/** Privacy policy: which data are stored, why, for how long and who gets them. Names only enabled payment providers. */
export function PrivacyPage() {
  const { t } = useTranslation('policies');
  const methods = usePaymentMethods();
  const days = useSeller().data?.evidenceDays ?? DEFAULT_EVIDENCE_DAYS;
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

/** Page with the terms of sale; names the enabled payment methods. */
export function TermsPage() {
  const { t, i18n } = useTranslation('policies');
  const methods = usePaymentMethods() ?? [];
  const delivery = useDeliveryTimes();
  const list = new Intl.ListFormat(documentLanguage(languageOfTag(i18n.language)), { type: 'conjunction' });
  const named = list.format(methods.map((method) => t(`pay.${method}`)));
  return <PolicyPage policy={t('terms', { returnObjects: true, methods: named || '…', ...delivery })} />;
}

/** Page with the refund policy. */
export function RefundsPage() {
  const { t } = useTranslation('policies');
  return <PolicyPage policy={t('refunds', { returnObjects: true })} />;
}
