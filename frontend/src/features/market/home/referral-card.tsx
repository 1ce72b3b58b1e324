import { chakra } from '@chakra-ui/react/styled-system';
import { loyaltyCalls, type CurrentUser } from '@pax/contracts';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { Button, ButtonLink } from '../../../ui/components/base/button';
import { CopyableCode } from '../../../ui/components/form/copyable-code';
import { Skeleton } from '../../../ui/components/feedback/skeleton';
import { PROFILE } from '../../../lib/http/query-keys';
import { callApi, queryKeyFor, queryOptionsFor } from '../../../lib/http/call-api';
import { Icon } from '../../../ui/components/base/icon';
import { Surface } from '../../../ui/components/base/surface';
import { formatCents, formatDecimal } from '../../../lib/values/format';
import { useDiscordServerInfo } from '../../../lib/http/shop-info';
import { referralTerms } from '../../../lib/values/referral-terms';

const Label = chakra('p', { base: { textStyle: 'label', mb: '1.5' } });
const Failed = chakra('p', { base: { color: 'danger', textStyle: 'small', mt: '2' } });

/** The account's referral code with a copy button; the code is created when first requested. */
function OwnReferralCode() {
  const { t } = useTranslation('referral');
  const client = useQueryClient();
  // The code is read from the referral stats, because the profile is loaded only while the checkout is open.
  const referrals = useQuery(queryOptionsFor(loyaltyCalls.referralStats));
  const make = useMutation({
    mutationFn: () => callApi(loyaltyCalls.generateReferralCode),
    onSuccess: async () => {
      await client.invalidateQueries({ queryKey: PROFILE });
      await client.invalidateQueries({ queryKey: queryKeyFor(loyaltyCalls.referralStats) });
    },
  });
  const code = make.data?.referralCode ?? referrals.data?.referralCode;
  if (code)
    return (
      <div>
        <Label>{t('signedIn')}</Label>
        <CopyableCode code={code} label={t('signedIn')} />
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
  /** The signed-in user, who sees the referral code; a visitor gets a link to the sign-in. */
  readonly me: CurrentUser | null | undefined;
}

/** Card about the referral programme; mentions only benefits that the shop grants. */
export function ReferralCard({ me }: ReferralCardProps) {
  const { t } = useTranslation('referral');
  const { friendPercent, friendBonusCents, bonusFromCents, referrerPercent, monthlyCap } = referralTerms;
  const cap = useDiscordServerInfo()?.referralMonthlyCap ?? monthlyCap;
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
            {me && !me.blocked && <OwnReferralCode />}
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
