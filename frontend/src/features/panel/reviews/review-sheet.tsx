import { chakra } from '@chakra-ui/react/styled-system';
import { HIDDEN_REASONS, reviewCalls, type HiddenReason, type OwnReview } from '@pax/contracts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { Button } from '../../../ui/components/base/button';
import { TextLink } from '../../../ui/components/base/page';
import { RadioCards } from '../../../ui/components/form/radio-cards';
import { SidePanel } from '../../../ui/components/overlay/dialog';
import { RatingStars } from '../../../ui/components/shop/stars';
import { useLastDefined } from '../../../lib/hooks/use-last-defined';
import { useReportTimeout } from '../../../lib/hooks/use-report-timeout';
import { callApi, callErrorCodeOf } from '../../../lib/http/call-api';
import { showToast } from '../../../lib/browser/toast';
import { formatDateTime } from '../../../lib/values/format';
import { useHasRight } from '../access/rights';
import { usePanelLanguage } from '../shared/panel-language';
import { REVIEWS } from './review-queries';
import { ReviewChip } from './review-row';

const Body = chakra('div', { base: { display: 'grid', gap: '5' } });
const Top = chakra('div', { base: { display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: '3' } });
const Text = chakra('blockquote', {
  base: { whiteSpace: 'pre-wrap', overflowWrap: 'anywhere', maxWidth: 'prose' },
});
const Quiet = chakra('p', { base: { color: 'muted', textStyle: 'small', overflowWrap: 'anywhere' } });
const Facts = chakra('div', {
  base: {
    display: 'flex',
    flexWrap: 'wrap',
    columnGap: '4',
    rowGap: '1',
    color: 'muted',
    textStyle: 'small',
    overflowWrap: 'anywhere',
  },
});
const Form = chakra('div', { base: { display: 'grid', gap: '3' } });

/** Hides a review or shows it again, with a toast about the result. */
function useHideReview(id: number) {
  const { t } = useTranslation('reviews');
  const client = useQueryClient();
  const showNoAnswer = useReportTimeout();
  return useMutation({
    mutationFn: (hiddenReason: HiddenReason | null) =>
      callApi(reviewCalls.hideReview, { params: { id }, body: { hiddenReason } }),
    onSuccess: ({ hiddenReason }) =>
      showToast({
        title: t(hiddenReason === null ? 'panel.done.shown' : 'panel.done.hidden'),
        kind: 'success',
      }),
    onError: (error) => {
      if (showNoAnswer(error)) return;
      const code = callErrorCodeOf(reviewCalls.hideReview, error);
      const reason = code === 'ILLEGAL_MOVE' ? 'moved' : code === 'OWN_ORDER' ? 'own' : 'other';
      showToast({ title: t('panel.failed'), description: t(`panel.why.${reason}`), kind: 'error' });
    },
    onSettled: () => client.invalidateQueries({ queryKey: REVIEWS }),
  });
}

/** Choice of the reason for which a review is hidden, or the button that shows it again. */
function HideForm({ review: { id, hiddenReason } }: { readonly review: OwnReview }) {
  const { t } = useTranslation('reviews');
  const [reason, setReason] = useState<HiddenReason>();
  const { mutate, isPending } = useHideReview(id);
  if (hiddenReason !== null)
    return (
      <Form>
        <p>{t('panel.isHidden', { reason: t(`panel.reasons.${hiddenReason}`) })}</p>
        <Button loading={isPending} onClick={() => mutate(null)}>
          {t('panel.show')}
        </Button>
      </Form>
    );
  return (
    <Form>
      <RadioCards
        label={t('panel.hideTitle')}
        options={HIDDEN_REASONS.map((value) => ({ value, title: t(`panel.reasons.${value}`) }))}
        value={reason}
        onChange={setReason}
      />
      <Quiet>{t('panel.rule')}</Quiet>
      <Button
        kind="danger"
        disabled={reason === undefined}
        loading={isPending}
        onClick={() => reason && mutate(reason)}
      >
        {t('panel.hide')}
      </Button>
    </Form>
  );
}

interface ReviewSheetProps {
  readonly review: OwnReview | undefined;
  readonly onClose: () => void;
}

/** Side sheet of a review: its whole text, its order, and a form that hides it. */
export function ReviewSheet({ review, onClose }: ReviewSheetProps) {
  const { t } = useTranslation('reviews');
  const lang = usePanelLanguage();
  const can = useHasRight();
  const shown = useLastDefined(review);
  return (
    <SidePanel
      open={review !== undefined}
      onClose={onClose}
      title={<span lang={lang}>{t('panel.title')}</span>}
      description={t('panel.description')}
    >
      {shown && (
        <Body lang={lang} data-keys-through="">
          <Top aria-live="polite">
            <RatingStars rating={shown.rating} label={t('stars', { count: shown.rating })} />
            <ReviewChip review={shown} />
          </Top>
          {shown.text === '' ? <Quiet>{t('panel.noText')}</Quiet> : <Text lang="">{shown.text}</Text>}
          <Facts>
            {can('orders') ? (
              <TextLink asChild>
                <Link to={`/admin?open=${shown.orderId}`}>{t('panel.order', { id: shown.orderId })}</Link>
              </TextLink>
            ) : (
              <span>{t('panel.order', { id: shown.orderId })}</span>
            )}
            <span lang="">{shown.productName}</span>
            <span>{formatDateTime(shown.createdAt)}</span>
          </Facts>
          <HideForm key={`${shown.id}-${String(shown.hiddenReason)}`} review={shown} />
        </Body>
      )}
    </SidePanel>
  );
}
