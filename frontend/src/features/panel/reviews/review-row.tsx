import { chakra } from '@chakra-ui/react/styled-system';
import type { OwnReview } from '@pax/contracts';
import { memo } from 'react';
import { useTranslation } from 'react-i18next';
import { RatingStars } from '../../../ui/components/shop/stars';
import { StatusChip } from '../../../ui/components/shop/chip';
import { formatDateTime, formatShortTime } from '../../../lib/values/format';
import { BaseRow, Cell, Columns, Line, RowButton, Tiny } from '../shared/row-elements';

const columns = {
  gridTemplateColumns: {
    base: 'minmax(0, 1fr) auto',
    lg: '112px minmax(0, 2.4fr) minmax(0, 1fr) 112px 120px',
  },
  gridTemplateAreas: {
    base: '"text rating" "order date" "state date"',
    lg: '"rating text order date state"',
  },
} as const;

const Row = chakra(BaseRow, { base: columns });
const Head = chakra(Columns, { base: columns });
const Figure = chakra(Cell, { base: { textStyle: 'numeric', textAlign: { base: 'end', lg: 'start' } } });
const NoText = chakra('span', { base: { color: 'muted' } });

const COLUMNS = ['rating', 'text', 'order', 'date', 'state'] as const;

/** Column titles of the list of reviews. */
export function ReviewColumns() {
  const { t } = useTranslation('reviews');
  return (
    <Head aria-hidden="true">
      {COLUMNS.map((name) => (
        <chakra.span key={name} gridArea={name}>
          {t(`panel.columns.${name}`)}
        </chakra.span>
      ))}
    </Head>
  );
}

interface ReviewRowProps {
  readonly review: OwnReview;
  readonly selected: boolean;
  /** Current time of the clock that all rows of the panel share, ms. */
  readonly now: number;
  readonly onOpen: (id: number) => void;
}

/** Row of one review. */
export const ReviewRow = memo(function ReviewRow({ review, selected, now, onOpen }: ReviewRowProps) {
  const { t } = useTranslation('reviews');
  const { id, orderId, rating, text, productName, createdAt } = review;
  return (
    <Row data-row={id} data-selected={selected ? '' : undefined}>
      <RowButton
        type="button"
        aria-label={t('panel.row', { id: orderId })}
        aria-current={selected || undefined}
        onClick={() => onOpen(id)}
      />
      <Figure gridArea="rating">
        <RatingStars rating={rating} label={t('stars', { count: rating })} />
      </Figure>
      <Cell gridArea="text">
        <Line>{text === '' ? <NoText>{t('panel.noText')}</NoText> : <bdi lang="">{text}</bdi>}</Line>
      </Cell>
      <Cell gridArea="order">
        <Line>#{orderId}</Line>
        <Tiny lang="">{productName}</Tiny>
      </Cell>
      <Figure gridArea="date" data-tip={formatDateTime(createdAt)}>
        <Line>{formatShortTime(createdAt, now)}</Line>
      </Figure>
      <Cell gridArea="state">
        <ReviewChip review={review} />
      </Cell>
    </Row>
  );
});

/** Chip that says whether a review is public. */
export function ReviewChip({ review: { hiddenReason } }: { readonly review: OwnReview }) {
  const { t } = useTranslation('reviews');
  return hiddenReason === null ? (
    <StatusChip tone="money">{t('panel.shown')}</StatusChip>
  ) : (
    <StatusChip tone="danger">{t('panel.hidden')}</StatusChip>
  );
}
