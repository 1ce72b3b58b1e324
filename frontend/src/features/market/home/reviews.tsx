import { chakra } from '@chakra-ui/react/styled-system';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { IconButton } from '../../../ui/components/base/icon-button';
import { CategoryMark } from '../../../ui/components/shop/category-mark';
import { Surface } from '../../../ui/components/base/surface';
import { VisuallyHidden } from '../../../ui/components/base/visually-hidden';
import type { Review } from '../../../lib/values/home-content';
import { Icon } from '../../../ui/components/base/icon';

const Head = chakra('div', {
  base: { display: 'flex', alignItems: 'end', justifyContent: 'space-between', gap: '4', mb: '3' },
});
const Heading = chakra('h2', { base: { textStyle: 'heading' } });
const Note = chakra('p', { base: { color: 'muted', textStyle: 'small', mt: '1' } });
const Arrows = chakra('div', { base: { display: { base: 'none', md: 'flex' }, gap: '2' } });
const Row = chakra('ul', {
  base: {
    display: 'grid',
    gridAutoFlow: 'column',
    gridAutoColumns: { base: '264px', md: '300px' },
    gap: { base: '3', md: '4' },
    overflowX: 'auto',
    scrollbarWidth: 'none',
    scrollSnapType: 'x proximity',
    scrollPaddingInline: 'var(--gutter)',
    mx: 'calc(-1 * var(--gutter))',
    px: 'var(--gutter)',
    _focusVisible: { outlineOffset: '-2px' },
    '& > li': { display: 'grid', scrollSnapAlign: 'start' },
  },
});
const Text = chakra('blockquote', { base: { mt: '2.5', lineHeight: 'body' } });

const About = chakra('p', {
  base: {
    display: 'flex',
    flexWrap: 'wrap',
    alignItems: 'center',
    columnGap: '2',
    mt: 'auto',
    pt: '3',
    color: 'muted',
    textStyle: 'small',
    '& b': { fontWeight: 'semibold', color: 'text' },
  },
});

const MOST_STARS = 5;
const StarRow = chakra('span', { base: { display: 'inline-flex', gap: '1', color: 'accent' } });
const Off = chakra('span', { base: { color: 'edge', display: 'inline-flex' } });

/** A rating as five stars. */
function RatingStars({ rating }: { readonly rating: number }) {
  const { t } = useTranslation('home');
  return (
    <StarRow role="img" aria-label={t('reviews.rating', { count: rating })}>
      {Array.from({ length: MOST_STARS }, (_, place) =>
        place < rating ? (
          <Icon key={place} name="star" size={16} filled />
        ) : (
          <Off key={place}>
            <Icon name="star" size={16} />
          </Off>
        ),
      )}
    </StarRow>
  );
}

/** Row of customer reviews that does not scroll by itself; a label says that the shop selected the reviews. */
export function Reviews({ reviews }: { readonly reviews: readonly Review[] }) {
  const { t } = useTranslation(['home', 'shop']);
  const row = useRef<HTMLUListElement>(null);
  const scrollReviews = (direction: 1 | -1) =>
    row.current?.scrollBy({ left: direction * row.current.clientWidth * 0.8, behavior: 'smooth' });
  return (
    <section aria-label={t('home:reviews.heading')}>
      <Head>
        <div>
          <Heading>{t('home:reviews.heading')}</Heading>
          <Note>{t('home:reviews.note')}</Note>
        </div>
        <Arrows>
          <IconButton
            icon="arrowLeft"
            kind="quiet"
            label={t('home:reviews.back')}
            onClick={() => scrollReviews(-1)}
          />
          <IconButton
            icon="arrowRight"
            kind="quiet"
            label={t('home:reviews.on')}
            onClick={() => scrollReviews(1)}
          />
        </Arrows>
      </Head>
      <Row ref={row} tabIndex={0} aria-label={t('home:reviews.list')}>
        {reviews.map(({ rating, text, about, category }) => (
          <li key={text}>
            <Surface pad="md" display="flex" flexDirection="column">
              <RatingStars rating={rating} />
              {/* Reviews are not translated, because they are the words of customers. */}
              <Text lang="en">{text}</Text>
              <About>
                <CategoryMark category={category} aria-hidden="true" />
                <span>
                  <VisuallyHidden>{t('home:reviews.about')}</VisuallyHidden> <b lang="en">{about}</b>
                </span>
                <span>{t(`shop:market.${category}`)}</span>
              </About>
            </Surface>
          </li>
        ))}
      </Row>
    </section>
  );
}
