import { chakra } from '@chakra-ui/react/styled-system';
import { TICKET_RATINGS, type LinkedTicket } from '@pax/contracts';
import { useTranslation } from 'react-i18next';
import { Icon } from '../../components/base/icon';
import { useRateTicket } from './use-rate-ticket';

const Row = chakra('div', {
  base: { display: 'flex', flexWrap: 'wrap', alignItems: 'center', columnGap: '3', rowGap: '1' },
});
const Question = chakra('p', { base: { textStyle: 'small', color: 'muted' } });
/** Its first star begins where texts do. */
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

interface AnswerRatingProps {
  readonly ticket: LinkedTicket;
  /** Of its secret link, where that is how it is read. */
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
