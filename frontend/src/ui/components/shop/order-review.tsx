import { chakra } from '@chakra-ui/react/styled-system';
import { isReviewable, reviewCalls, REVIEW_TEXT_LENGTH, type Order, type OwnReview } from '@pax/contracts';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Suspense, useState, type FormEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { useKeepFocus } from '../../../lib/hooks/use-keep-focus';
import { useReportTimeout } from '../../../lib/hooks/use-report-timeout';
import { showToast } from '../../../lib/browser/toast';
import { callApi, callErrorCodeOf, queryKeyFor, queryOptionsFor } from '../../../lib/http/call-api';
import { Button } from '../base/button';
import { TextArea } from '../form/field';
import { RatingStars, StarButtons } from './stars';

const Part = chakra('section', { base: { display: 'grid', gap: '2' } });
const Form = chakra('form', { base: { display: 'grid', gap: '3' } });
const Place = chakra('div', {
  // Beside other buttons a form or a review takes the whole width.
  base: { mt: '3', minWidth: '0', '&:has(form), &:has(section)': { flexBasis: '100%' } },
});
const Question = chakra('p', { base: { textStyle: 'label' } });
const Text = chakra('p', { base: { whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' } });
const Quiet = chakra('p', { base: { color: 'muted', textStyle: 'small' } });
const Buttons = chakra('div', { base: { display: 'flex', flexWrap: 'wrap', gap: '2' } });

const OWN_REVIEWS = queryKeyFor(reviewCalls.ownReviews);
/** Time for which loaded own reviews count as current, ms: only this page adds some. */
const FRESH_MS = 5 * 60_000;

/** Sends a review and shows a toast about the result. */
function useWriteReview(id: number, onKnown: () => void) {
  const { t } = useTranslation('reviews');
  const client = useQueryClient();
  const showNoAnswer = useReportTimeout();
  return useMutation({
    mutationFn: (body: { rating: number; text: string }) =>
      callApi(reviewCalls.writeReview, { params: { id }, body }),
    onSuccess: (review) => {
      client.setQueryData<OwnReview[]>(OWN_REVIEWS, (known = []) => [review, ...known]);
      showToast({ title: t('form.sent'), kind: 'success' });
    },
    onError: (error) => {
      if (showNoAnswer(error)) return;
      const code = callErrorCodeOf(reviewCalls.writeReview, error);
      const reason = code === 'CONFLICT' ? 'known' : code === 'ILLEGAL_MOVE' ? 'notNow' : 'failedText';
      showToast({ title: t('form.failed'), description: t(`form.${reason}`), kind: 'error' });
      if (code !== 'CONFLICT') return;
      onKnown();
      void client.invalidateQueries({ queryKey: OWN_REVIEWS });
    },
  });
}

function ReviewForm({ order: { id }, onClose }: { readonly order: Order; readonly onClose: () => void }) {
  const { t } = useTranslation('reviews');
  const [rating, setRating] = useState<number | null>(null);
  const [text, setText] = useState('');
  const write = useWriteReview(id, onClose);
  const send = (event: FormEvent) => {
    event.preventDefault();
    if (rating !== null) write.mutate({ rating, text });
  };
  return (
    <Form onSubmit={send} aria-label={t('form.openOf', { id })}>
      <div>
        <Question>{t('form.question')}</Question>
        <StarButtons
          label={t('form.question')}
          labelOf={(count) => t('stars', { count })}
          value={rating}
          onChoose={setRating}
        />
      </div>
      <TextArea
        label={t('form.text')}
        hint={t('form.note')}
        optional
        rows={3}
        maxLength={REVIEW_TEXT_LENGTH}
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
      <Buttons>
        <Button size="sm" type="submit" disabled={rating === null} loading={write.isPending}>
          {t('form.send')}
        </Button>
        <Button size="sm" kind="bare" onClick={onClose}>
          {t('form.cancel')}
        </Button>
      </Buttons>
    </Form>
  );
}

/** The stored review of an order, as its author sees it. */
function WrittenReview({ review: { rating, text, hiddenReason } }: { readonly review: OwnReview }) {
  const { t } = useTranslation('reviews');
  return (
    <Part aria-label={t('form.yours')}>
      <RatingStars rating={rating} label={t('stars', { count: rating })} />
      {text !== '' && <Text lang="">{text}</Text>}
      {hiddenReason !== null && <Quiet>{t('form.hidden', { reason: t(`reasons.${hiddenReason}`) })}</Quiet>}
    </Part>
  );
}

interface OrderReviewProps {
  readonly order: Order;
  /** True when the button names the product, beside those of other orders. */
  readonly isNamed?: boolean | undefined;
}

interface LoadedReviewProps extends OrderReviewProps {
  readonly review: OwnReview | undefined;
}

/** The own review, or a button that opens its form in the button's place. */
function LoadedReview({ order, isNamed = false, review }: LoadedReviewProps) {
  const { t } = useTranslation('reviews');
  const [isOpen, setOpen] = useState(false);
  const place = useKeepFocus<HTMLDivElement>(review ? 'review' : isOpen ? 'form' : 'button');
  const renderForm = () => {
    if (isOpen) return <ReviewForm order={order} onClose={() => setOpen(false)} />;
    return (
      <Button
        size="sm"
        icon="star"
        aria-label={isNamed ? undefined : t('form.openOf', { id: order.id })}
        onClick={() => setOpen(true)}
      >
        {isNamed ? t('form.reviewGoods', { name: order.productName }) : t('form.open')}
      </Button>
    );
  };
  return (
    <Place ref={place} tabIndex={-1}>
      {review ? <WrittenReview review={review} /> : renderForm()}
    </Place>
  );
}

/** The own review of an order, or what writes one once the order is delivered; renders nothing before that. */
export function OrderReview({ order, isNamed }: OrderReviewProps) {
  const wasDelivered = order.kind === 'purchase' && order.completedAt !== null;
  const { data } = useQuery({
    ...queryOptionsFor(reviewCalls.ownReviews),
    enabled: wasDelivered,
    staleTime: FRESH_MS,
  });
  const review = data?.find(({ orderId }) => orderId === order.id);
  if (!wasDelivered || !data || !(review || isReviewable(order))) return null;
  // The page stays while the texts load.
  return (
    <Suspense fallback={null}>
      <LoadedReview order={order} isNamed={isNamed} review={review} />
    </Suspense>
  );
}

/** The reviews of a purchase's orders. */
export const OrderReviews = ({ orders }: { readonly orders: readonly Order[] }) =>
  orders.map((order) => <OrderReview key={order.id} order={order} isNamed={orders.length > 1} />);
