import { chakra } from '@chakra-ui/react/styled-system';
import { isCategory, reviewCalls, type Category } from '@pax/contracts';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { queryOptionsFor } from '../../../lib/http/call-api';
import { collectRows, pagedQueryOptions, useLoadMore } from '../../../lib/http/paged-list';
import { useKeepFocus } from '../../../lib/hooks/use-keep-focus';
import { FACT_SEPARATOR, formatCount, formatDate, formatNumber } from '../../../lib/values/format';
import type { Review } from '../../../lib/values/home-content';
import { Button } from '../../../ui/components/base/button';
import { IconButton } from '../../../ui/components/base/icon-button';
import { Surface } from '../../../ui/components/base/surface';
import { VisuallyHidden } from '../../../ui/components/base/visually-hidden';
import { CategoryMark } from '../../../ui/components/shop/category-mark';
import { Chip } from '../../../ui/components/shop/chip';
import { RatingStars } from '../../../ui/components/shop/stars';

const Head = chakra('div', {
  base: { display: 'flex', alignItems: 'end', justifyContent: 'space-between', gap: '4', mb: '3' },
});
const Heading = chakra('h2', { base: { textStyle: 'heading' } });
const Note = chakra('p', { base: { color: 'muted', textStyle: 'small', mt: '1' } });
const Average = chakra('span', { base: { fontWeight: 'semibold', color: 'text', textStyle: 'numeric' } });
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
const Top = chakra('div', {
  base: {
    display: 'flex',
    flexWrap: 'wrap',
    alignItems: 'center',
    justifyContent: 'space-between',
    gap: '2',
  },
});
const Text = chakra('blockquote', {
  base: { mt: '2.5', lineHeight: 'body', whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' },
  // One long review would make every card of the row as high.
  variants: { cut: { true: { lineClamp: '6' } } },
});
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
    '& b': { fontWeight: 'semibold', color: 'text', overflowWrap: 'anywhere' },
  },
});
const More = chakra('div', { base: { display: 'grid', placeItems: 'center', height: 'full' } });

/** Longest text of a card, in characters; the rest is shown on demand. */
const CARD_TEXT_LENGTH = 180;

interface ReviewCardProps extends Review {
  /** Day of a buyer's review; undefined for the shop's own. */
  readonly writtenOn?: string;
  readonly lang: string;
}

function ReviewCard({ rating, text, about, category, writtenOn, lang }: ReviewCardProps) {
  const { t } = useTranslation(['reviews', 'shop']);
  const [isWhole, setWhole] = useState(text.length <= CARD_TEXT_LENGTH);
  const words = useKeepFocus<HTMLQuoteElement>(isWhole);
  return (
    <Surface pad="md" display="flex" flexDirection="column">
      <Top>
        <RatingStars rating={rating} label={t('reviews:stars', { count: rating })} />
        {writtenOn === undefined ? (
          <Chip>{t('reviews:home.own')}</Chip>
        ) : (
          <Chip tone="money" icon="check">
            {t('reviews:home.verified')}
          </Chip>
        )}
      </Top>
      {/* Reviews are not translated, because they are the words of customers. */}
      <Text ref={words} tabIndex={-1} lang={lang} cut={!isWhole}>
        {isWhole ? text : `${text.slice(0, CARD_TEXT_LENGTH).trimEnd()} …`}
      </Text>
      {!isWhole && (
        <chakra.div mt="1" ms="-3">
          <Button kind="bare" size="sm" onClick={() => setWhole(true)}>
            {t('reviews:home.whole')}
          </Button>
        </chakra.div>
      )}
      <About>
        <CategoryMark category={category} aria-hidden="true" />
        <span>
          <VisuallyHidden>{t('reviews:home.about')}</VisuallyHidden> <b lang="en">{about}</b>
        </span>
        {writtenOn !== undefined && <span>{writtenOn}</span>}
        <span>{t(`shop:market.${category}`)}</span>
      </About>
    </Surface>
  );
}

/** Line below the heading: average, number of ratings and hidden reviews, or that nothing is verified yet. */
function ReviewSummary() {
  const { t } = useTranslation('reviews');
  const { data } = useQuery(queryOptionsFor(reviewCalls.reviewSummary));
  if (!data || data.average === null) return <Note>{t('home.note')}</Note>;
  const { average, count, hidden } = data;
  return (
    <Note>
      <Average>
        {t('home.average', { average: formatNumber(average), count, number: formatCount(count) })}
      </Average>
      {FACT_SEPARATOR}
      <span>{t('home.hidden', { count: hidden, number: formatCount(hidden) })}</span>
      {hidden > 0 && <span> {t('home.hiddenWhy')}</span>}
      <br />
      <span>{t('home.verifiedNote')}</span>
    </Note>
  );
}

const categoryOf = (name: string): Category => (isCategory(name) ? name : 'items');

/** Row of reviews that does not scroll by itself: those of buyers, newest first, then those that the shop picked. */
export function Reviews({ reviews }: { readonly reviews: readonly Review[] }) {
  const { t } = useTranslation('reviews');
  const row = useRef<HTMLUListElement>(null);
  const list = useInfiniteQuery({ ...pagedQueryOptions(reviewCalls.reviews), select: collectRows });
  const { more, isLoadingMore } = useLoadMore(list);
  const scrollReviews = (direction: 1 | -1) =>
    row.current?.scrollBy({ left: direction * row.current.clientWidth * 0.8, behavior: 'smooth' });
  return (
    <section aria-label={t('home.heading')}>
      <Head>
        <div>
          <Heading>{t('home.heading')}</Heading>
          <ReviewSummary />
        </div>
        <Arrows>
          <IconButton
            icon="arrowLeft"
            kind="quiet"
            label={t('home.back')}
            onClick={() => scrollReviews(-1)}
          />
          <IconButton icon="arrowRight" kind="quiet" label={t('home.on')} onClick={() => scrollReviews(1)} />
        </Arrows>
      </Head>
      <Row ref={row} tabIndex={0} aria-label={t('home.list')}>
        {list.data?.items.map(({ id, rating, text, productName, category, createdAt }) => (
          <li key={id}>
            <ReviewCard
              rating={rating}
              text={text}
              about={productName}
              category={categoryOf(category)}
              writtenOn={formatDate(createdAt)}
              lang=""
            />
          </li>
        ))}
        {list.hasNextPage && (
          <li>
            <More>
              <Button loading={isLoadingMore} onClick={more}>
                {t('home.older')}
              </Button>
            </More>
          </li>
        )}
        {reviews.map((review) => (
          <li key={review.text}>
            <ReviewCard {...review} lang="en" />
          </li>
        ))}
      </Row>
    </section>
  );
}
