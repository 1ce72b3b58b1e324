import { chakra } from '@chakra-ui/react/styled-system';
import {
  TICKET_RATINGS,
  ticketCalls,
  type LinkedTicket,
  type Ticket,
  type TicketRating,
} from '@pax/contracts';
import { useTranslation } from 'react-i18next';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Icon } from '../../ui/components/base/icon';
import { callApi, callKey } from '../../lib/http/call-api';
import { applyEntity } from '../../lib/realtime/apply';
import { showToast } from '../../lib/browser/toast';
import { OWN_TICKET_LIST } from './keys';

const Row = chakra('div', {
  base: { display: 'flex', flexWrap: 'wrap', alignItems: 'center', columnGap: '3', rowGap: '1' },
});
const Question = chakra('p', { base: { textStyle: 'small', color: 'muted' } });
/** The negative margin aligns the first star with the texts, because its button is wider than the star. */
const Stars = chakra('div', { base: { display: 'flex', ms: '-12px' } });
const Star = chakra('button', {
  base: {
    display: 'grid',
    placeItems: 'center',
    width: '44px',
    height: '44px',
    color: 'edge',
    cursor: 'pointer',
    transition: 'color 120ms',
    '&[data-on]': { color: 'accent' },
    _hover: { color: 'accent' },
    _focusVisible: { outline: '2px solid', outlineColor: 'accent', outlineOffset: '-4px' },
    _disabled: { cursor: 'default' },
  },
});

/** Rates an answer: that of an own ticket, or by a secret link. */
function useRateTicket(id: number, token: string | undefined) {
  const { t } = useTranslation('support');
  const client = useQueryClient();
  const onError = () => showToast({ title: t('rating.failed'), kind: 'error' });
  const own = useMutation({
    mutationFn: (rating: TicketRating) =>
      callApi(ticketCalls.rateTicket, { params: { id }, body: { rating } }),
    onSuccess: (ticket: Ticket) => applyEntity(client, [OWN_TICKET_LIST], ticket),
    onError,
  });
  const linked = useMutation({
    mutationFn: (rating: TicketRating) =>
      callApi(ticketCalls.rateLinkedTicket, { params: { token: token ?? '' }, body: { rating } }),
    onSuccess: (ticket: LinkedTicket) =>
      client.setQueryData(callKey(ticketCalls.linkedTicket, { token: token ?? '' }), ticket),
    onError,
  });
  return token === undefined ? own : linked;
}

interface AnswerRatingProps {
  readonly ticket: LinkedTicket;
  /** Token of the ticket's secret link; undefined when its account reads it. */
  readonly token: string | undefined;
}

/** How the answer was, in one to five stars; another star replaces the last one. */
export function AnswerRating({ ticket: { id, rating = null }, token }: AnswerRatingProps) {
  const { t } = useTranslation('support');
  const rate = useRateTicket(id, token);
  const shown = rate.isPending ? rate.variables : rating;
  return (
    <Row>
      <Question aria-live="polite">{t(rating === null ? 'rating.question' : 'rating.thanks')}</Question>
      <Stars role="group" aria-label={t('rating.question')}>
        {TICKET_RATINGS.map((stars) => (
          <Star
            key={stars}
            type="button"
            aria-label={t('rating.stars', { count: stars })}
            aria-pressed={stars === shown}
            data-on={shown !== null && stars <= shown ? '' : undefined}
            onClick={() => !rate.isPending && stars !== rating && rate.mutate(stars)}
          >
            <Icon name="star" size={20} filled={shown !== null && stars <= shown} />
          </Star>
        ))}
      </Stars>
    </Row>
  );
}
