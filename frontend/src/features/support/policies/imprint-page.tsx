import { chakra } from '@chakra-ui/react/styled-system';
import type { SellerAnswer } from '@pax/contracts';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { Page } from '../../../ui/components/base/page';
import { Surface } from '../../../ui/components/base/surface';
import { ErrorState } from '../../../ui/components/feedback/empty-state';
import { Loading, Skeleton } from '../../../ui/components/feedback/skeleton';
import { useSeller } from '../../../lib/http/shop-info';
import { useDocumentTitle } from '../../../lib/hooks/use-title';
import { BackToShop } from './back-to-shop';

const Heading = chakra('h1', { base: { textStyle: 'title', mb: '5' } });
const Card = chakra(Surface, { base: { display: 'grid', gap: '4', maxWidth: '70ch' } });
const Address = chakra('address', {
  base: { display: 'grid', gap: '4', fontStyle: 'normal', overflowWrap: 'anywhere' },
});
const Name = chakra('strong', { base: { textStyle: 'subheading' } });
const Facts = chakra('dl', {
  base: {
    display: 'grid',
    gridTemplateColumns: { base: 'minmax(0, 1fr)', sm: '10rem minmax(0, 1fr)' },
    columnGap: '6',
    rowGap: { base: '1', sm: '3' },
    '& dt': { color: 'muted' },
    '& dd': { mb: { base: '2', sm: '0' } },
  },
});
const Line = chakra('span', { base: { display: 'block' } });
const Quiet = chakra('p', { base: { color: 'muted' } });
const link = { base: { color: 'accent', textDecoration: 'underline', textUnderlineOffset: '3px' } } as const;
const Mail = chakra('a', link);
const Inside = chakra(Link, link);

function SellerFacts({ seller: { name, address, email, taxId } }: { readonly seller: SellerAnswer }) {
  const { t } = useTranslation('policies');
  const isMissing = address.length === 0 && email === null;
  const hasFacts = !isMissing || taxId !== null;
  return (
    <Address>
      <Quiet>{t('imprint.text')}</Quiet>
      <Name>{name}</Name>
      {isMissing && <Quiet>{t('imprint.missing')}</Quiet>}
      {hasFacts && (
        <Facts>
          {address.length > 0 && (
            <>
              <dt>{t('imprint.address')}</dt>
              <dd>
                {address.map((line) => (
                  <Line key={line}>{line}</Line>
                ))}
              </dd>
            </>
          )}
          {email !== null && (
            <>
              <dt>{t('imprint.email')}</dt>
              <dd>
                <Mail href={`mailto:${email}`}>{email}</Mail>
              </dd>
            </>
          )}
          {taxId !== null && (
            <>
              <dt>{t('imprint.taxId')}</dt>
              <dd>{taxId}</dd>
            </>
          )}
        </Facts>
      )}
    </Address>
  );
}

/** Imprint page with the seller's name and address, which come from the operator's settings. */
export function ImprintPage() {
  const { t } = useTranslation(['policies', 'shop']);
  const title = t('policies:imprint.title');
  const seller = useSeller();
  useDocumentTitle(t('shop:title.page', { page: title }));
  return (
    <Page pt={{ base: '2', md: '4' }} pb="8">
      <BackToShop />
      <Heading>{title}</Heading>
      <Card pad="md">
        {seller.data && <SellerFacts seller={seller.data} />}
        {seller.isPending && (
          <Loading>
            <Skeleton height="120px" />
          </Loading>
        )}
        {seller.isError && !seller.data && (
          <ErrorState
            compact
            sentence={t('policies:imprint.loadFailed')}
            onRetry={() => void seller.refetch()}
          />
        )}
        <Quiet>
          {t('policies:imprint.contact')} <Inside to="/support">{t('policies:imprint.support')}</Inside>
        </Quiet>
      </Card>
    </Page>
  );
}
