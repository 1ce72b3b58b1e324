import { chakra } from '@chakra-ui/react/styled-system';
import type { RecentReferral } from '@pax/contracts';
import { useTranslation } from 'react-i18next';
import { Surface } from '../../../ui/components/base/surface';
import { EmptyState } from '../../../ui/components/feedback/empty-state';
import { StatusChip, type ChipTone } from '../../../ui/components/shop/chip';
import { DOT } from '../../../lib/values/dot';
import { formatDate, formatDecimal } from '../../../lib/values/format';

const Heading = chakra('h2', { base: { textStyle: 'subheading', mb: '2' } });
const List = chakra('ol', { base: { display: 'grid' } });
const Row = chakra('li', {
  base: {
    display: 'grid',
    gridTemplateColumns: 'minmax(0, 1fr) auto',
    columnGap: '4',
    alignItems: 'center',
    py: '2.5',
    borderTopWidth: '1px',
    borderColor: 'line',
    _first: { borderTopWidth: '0' },
  },
});
const Name = chakra('p', { base: { fontWeight: 'medium', lineHeight: 'snug', overflowWrap: 'anywhere' } });
const Small = chakra('p', {
  base: { color: 'muted', textStyle: 'small', mt: '0.5', overflowWrap: 'anywhere' },
});
const Side = chakra('div', { base: { display: 'grid', justifyItems: 'end', gap: '1' } });
const Amount = chakra('p', {
  base: {
    fontWeight: 'semibold',
    textStyle: 'numeric',
    '&[data-state=available]': { color: 'money' },
    '&[data-state=reversed]': { color: 'muted', textDecoration: 'line-through' },
  },
});

const tones: Readonly<Record<RecentReferral['state'], ChipTone>> = {
  pending: 'accent',
  available: 'money',
  reversed: 'muted',
};

/** The latest orders of friends and what each brings; the server answers five. */
export function RecentReferrals({ referrals }: { readonly referrals: readonly RecentReferral[] }) {
  const { t } = useTranslation('referral');
  return (
    <Surface pad="md">
      <Heading>{t('recent.heading')}</Heading>
      {referrals.length === 0 ? (
        <EmptyState compact sentence={t('recent.none')} />
      ) : (
        <List>
          {referrals.map(({ id, referredUsername, productName, commission, state, createdAt }) => (
            <Row key={id}>
              <div>
                <Name>{referredUsername}</Name>
                <Small>
                  {productName}
                  {DOT}
                  <time dateTime={createdAt}>{formatDate(createdAt)}</time>
                </Small>
              </div>
              <Side>
                <Amount data-state={state}>{formatDecimal(commission)}</Amount>
                <StatusChip tone={tones[state]}>{t(`recent.state.${state}`)}</StatusChip>
              </Side>
            </Row>
          ))}
        </List>
      )}
    </Surface>
  );
}
