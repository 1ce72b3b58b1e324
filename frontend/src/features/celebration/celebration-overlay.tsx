import { chakra } from '@chakra-ui/react/styled-system';
import { Portal } from '@chakra-ui/react/portal';
import { useTranslation } from 'react-i18next';
import { formatCount } from '../../lib/values/format';
import { notched } from '../../theme/recipes/notch';
import { AmethystBlock } from './amethyst-block';
import { Confetti } from './confetti';
import { usePhase } from './use-phase';

/** The confetti of this celebration: ms and pieces. */
const CONFETTI = { duration: 2_500, particles: 120 } as const;

const Veil = chakra('div', {
  base: {
    position: 'fixed',
    inset: '0',
    zIndex: 'celebration',
    display: 'grid',
    placeItems: 'center',
    p: '6',
    // The page below stays usable.
    pointerEvents: 'none',
    background: 'color-mix(in srgb, var(--pax-colors-scrim) 65%, transparent)',
    animation: 'fadeIn 200ms ease-out',
    transition: 'opacity 1200ms ease-in',
    '&[data-phase="3"]': { opacity: 0 },
  },
});
const Card = chakra('div', {
  base: {
    ...notched,
    '--notch-step': '8px',
    '--notch-fill': 'colors.surface',
    '--notch-edge': 'colors.loyalty',
    display: 'grid',
    justifyItems: 'center',
    gap: '2',
    width: 'full',
    maxWidth: '360px',
    px: '6',
    pt: '7',
    pb: '6',
    textAlign: 'center',
    boxShadow: '0 16px 64px var(--pax-colors-shadow)',
    animation: 'riseIn 200ms cubic-bezier(0.2, 0.8, 0.2, 1)',
  },
});
const Points = chakra('p', {
  base: {
    fontFamily: 'display',
    fontWeight: 'bold',
    fontSize: '3xl',
    lineHeight: 'tight',
    letterSpacing: 'tight',
    textStyle: 'numeric',
    color: 'loyalty',
  },
});
const Label = chakra('p', {
  base: { fontFamily: 'display', fontWeight: 'bold', fontSize: 'lg', letterSpacing: '0.12em' },
});
/** Reserves its space, so that nothing shifts. */
const Message = chakra('p', {
  base: {
    minHeight: '3em',
    maxWidth: '30ch',
    color: 'muted',
    '& > span': { display: 'block', animation: 'riseIn 200ms ease-out' },
  },
});

interface CelebrationProps {
  readonly show: boolean;
  readonly points: number;
  /** A preview: nothing has been booked. */
  readonly isPreview?: boolean;
  /** Runs once when it has closed. */
  readonly onComplete?: () => void;
}

function Celebration({ points, isPreview = false, onComplete }: Omit<CelebrationProps, 'show'>) {
  const { t } = useTranslation('checkout');
  const phase = usePhase(onComplete);
  if (phase === 4) return null;
  return (
    <Portal>
      <Veil data-phase={phase} role="status" aria-live="polite" data-celebration>
        <Card>
          <AmethystBlock />
          <Points>{`+${formatCount(points)}`}</Points>
          <Label>{t('celebration.label')}</Label>
          <Message>
            {phase >= 2 && <span>{t(isPreview ? 'celebration.preview' : 'celebration.message')}</span>}
          </Message>
        </Card>
        <Confetti {...CONFETTI} />
      </Veil>
    </Portal>
  );
}

/**
 * Celebrates loyalty points over everything for five seconds. Remount it for another
 * one.
 */
export function CelebrationOverlay({ show, ...props }: CelebrationProps) {
  return show && props.points > 0 ? <Celebration {...props} /> : null;
}
