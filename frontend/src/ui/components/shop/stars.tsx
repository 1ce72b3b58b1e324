import { chakra } from '@chakra-ui/react/styled-system';
import { Icon } from '../base/icon';

const STARS = [1, 2, 3, 4, 5] as const;
type Stars = (typeof STARS)[number];

const Row = chakra('span', { base: { display: 'inline-flex', gap: '1', color: 'accent' } });
const Off = chakra('span', { base: { color: 'edge', display: 'inline-flex' } });

interface RatingStarsProps {
  readonly rating: number;
  /** Text for screen readers, such as "4 of 5 stars". */
  readonly label: string;
}

/** A rating as five stars. */
export function RatingStars({ rating, label }: RatingStarsProps) {
  return (
    <Row role="img" aria-label={label}>
      {STARS.map((place) =>
        place <= rating ? (
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

/** The negative margin aligns the first star with the texts, because the star's button is wider than the star. */
const Buttons = chakra('div', { base: { display: 'flex', ms: '-12px' } });
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
  },
});

interface StarButtonsProps {
  /** Question that the stars answer, as the group's label. */
  readonly label: string;
  readonly labelOf: (stars: number) => string;
  /** The chosen rating; null before a choice. */
  readonly value: number | null;
  readonly onChoose: (stars: Stars) => void;
}

/** Five buttons that choose a rating. */
export function StarButtons({ label, labelOf, value, onChoose }: StarButtonsProps) {
  return (
    <Buttons role="group" aria-label={label}>
      {STARS.map((stars) => (
        <Star
          key={stars}
          type="button"
          aria-label={labelOf(stars)}
          aria-pressed={stars === value}
          data-on={value !== null && stars <= value ? '' : undefined}
          onClick={() => onChoose(stars)}
        >
          <Icon name="star" size={20} filled={value !== null && stars <= value} />
        </Star>
      ))}
    </Buttons>
  );
}
