import { chakra } from '@chakra-ui/react/styled-system';
import type { CurrentUser } from '@pax/contracts';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { ButtonLink } from '../../../ui/components/base/button';
import { Icon } from '../../../ui/components/base/icon';
import { Surface } from '../../../ui/components/base/surface';
import { formatCents, formatDecimal } from '../../../lib/values/format';
import { useServerInfo } from '../../../lib/http/server-info';
import { OwnCode } from './own-code';
import { referralTerms } from '../../../lib/values/referral-terms';

const Layout = chakra('div', {
  base: {
    display: 'grid',
    gap: { base: '5', lg: '8' },
    gridTemplateColumns: { base: 'minmax(0, 1fr)', lg: 'minmax(0, 5fr) minmax(0, 7fr)' },
    alignItems: 'center',
  },
});
const Heading = chakra('h2', { base: { textStyle: 'heading' } });
const Text = chakra('p', { base: { color: 'muted', mt: '2', mb: '5', maxWidth: 'prose' } });
const Shares = chakra('dl', {
  base: {
    display: 'grid',
    gap: '3',
    gridTemplateColumns: { base: 'minmax(0, 1fr)', sm: 'repeat(2, minmax(0, 1fr))' },
  },
});
const Share = chakra('div', {
  base: {
    p: '4',
    bg: 'raised',
    borderTopWidth: '3px',
    '&[data-of=friend]': { borderColor: 'accent' },
    '&[data-of=you]': { borderColor: 'money' },
    '& dt': { color: 'muted', textStyle: 'label', mb: '2' },
    '& dd': { display: 'flex', gap: '2', alignItems: 'start', mt: '1.5' },
    '& svg': { flexShrink: '0', mt: '3px' },
    '&[data-of=friend] svg': { color: 'accent' },
    '&[data-of=you] svg': { color: 'money' },
  },
});

interface ReferralCardProps {
  /** Visitors are sent to the sign-in, customers see their code. */
  readonly me: CurrentUser | null | undefined;
}

/** A card on the referral programme with only the terms the shop really grants. */
export function ReferralCard({ me }: ReferralCardProps) {
  const { t } = useTranslation('referral');
  const { friendPercent, friendBonusCents, bonusFromCents, referrerPercent, monthlyCap } = referralTerms;
  const cap = useServerInfo()?.referralMonthlyCap ?? monthlyCap;
  const gives = [
    {
      of: 'friend',
      who: t('friend'),
      what: [
        t('friendPercent', { percent: friendPercent }),
        t('friendBonus', { bonus: formatCents(friendBonusCents), from: formatCents(bonusFromCents) }),
      ],
    },
    {
      of: 'you',
      who: t('you'),
      what: [
        t('youPercent', { percent: referrerPercent }),
        t('youWhen'),
        t('youCap', { cap: formatDecimal(cap) }),
      ],
    },
  ];
  return (
    <Surface asChild pad="lg">
      <section aria-label={t('heading')}>
        <Layout>
          <div>
            <Heading>{t('heading')}</Heading>
            <Text>{t('sentence')}</Text>
            {me && !me.blocked && <OwnCode />}
            {!me && (
              <ButtonLink asChild>
                <Link to="/login">
                  {t('visitor')}
                  <Icon name="arrowRight" size={18} />
                </Link>
              </ButtonLink>
            )}
          </div>
          <Shares>
            {gives.map(({ of, who, what }) => (
              <Share key={of} data-of={of}>
                <dt>{who}</dt>
                {what.map((promise) => (
                  <dd key={promise}>
                    <Icon name="check" size={18} />
                    {promise}
                  </dd>
                ))}
              </Share>
            ))}
          </Shares>
        </Layout>
      </section>
    </Surface>
  );
}
