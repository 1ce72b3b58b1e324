import { chakra } from '@chakra-ui/react/styled-system';
import { useTranslation } from 'react-i18next';
import { Icon } from '../../components/base/icon';

const MOST = 5;
const Row = chakra('span', { base: { display: 'inline-flex', gap: '1', color: 'accent' } });
const Off = chakra('span', { base: { color: 'edge', display: 'inline-flex' } });

/** A rating as five stars. */
export function Stars({ rating }: { readonly rating: number }) {
  const { t } = useTranslation('home');
  return (
    <Row role="img" aria-label={t('reviews.rating', { count: rating })}>
      {Array.from({ length: MOST }, (_, place) =>
        place < rating ? (
          <Icon key={place} name="star" size={16} filled />
        ) : (
          <Off key={place}>
            <Icon name="star" size={16} />
          </Off>
        ),
      )}
    </Row>
  );
}
