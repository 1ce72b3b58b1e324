import { chakra } from '@chakra-ui/react/styled-system';
import { splitByWeight } from '@pax/contracts';
import { useEffect, useRef, useState } from 'react';
import { Portal } from '@chakra-ui/react/portal';
import { useTranslation } from 'react-i18next';
import { useReducedMotion } from '../../../lib/hooks/use-media-query';
import { formatCount } from '../../../lib/values/format';
import { notched } from '../../../ui/theme/recipes/notch';

const Sky = chakra('canvas', {
  base: { position: 'absolute', inset: '0', width: 'full', height: 'full', pointerEvents: 'none' },
});

const FRAMES_A_SECOND = 60;
/**
 * Confetti shots: percent of the particles, start position (0 left, 1 right), and start time as a part of the
 * duration.
 */
const confettiShots = [
  { share: 40, x: 0.5, y: 0.5, angle: 90, spread: 110, after: 0 },
  { share: 15, x: 0.1, y: 0.75, angle: 60, spread: 60, after: 0.06 },
  { share: 15, x: 0.9, y: 0.75, angle: 120, spread: 60, after: 0.06 },
  { share: 15, x: 0.25, y: 0.65, angle: 75, spread: 70, after: 0.16 },
  { share: 15, x: 0.75, y: 0.65, angle: 105, spread: 70, after: 0.16 },
] as const;

/** Reads the colours of the current theme for the confetti. */
function readThemeColours(): string[] {
  const style = getComputedStyle(document.documentElement);
  const names = ['loyalty', 'accent', 'money', 'info'];
  return names.map((name) => style.getPropertyValue(`--pax-colors-${name}`).trim()).filter(Boolean);
}

interface ConfettiProps {
  /** Duration of the confetti, ms. */
  readonly duration?: number;
  readonly particles?: number;
}

/** One burst of confetti over the page; none under reduced motion. */
export function Confetti({ duration = 4_000, particles = 150 }: ConfettiProps) {
  const sky = useRef<HTMLCanvasElement>(null);
  const still = useReducedMotion();
  useEffect(() => {
    const canvas = sky.current;
    if (still || !canvas) return undefined;
    const endings: (() => void)[] = [];
    let ended = false;
    const fireConfetti = async () => {
      const { create } = (await import('canvas-confetti')).default;
      if (ended) return;
      // The confetti library uses no web worker, because the content security policy forbids blob scripts.
      const fire = create(canvas, { resize: true, useWorker: false });
      const palette = readThemeColours();
      const counts = splitByWeight(
        particles,
        confettiShots.map(({ share }) => share),
      );
      const timers = confettiShots.map(({ x, y, angle, spread, after }, place) =>
        setTimeout(() => {
          void fire({
            particleCount: counts[place] ?? 0,
            origin: { x, y },
            angle,
            spread,
            startVelocity: 38,
            gravity: 0.9,
            scalar: 1.1,
            shapes: ['square'],
            ticks: Math.round(((duration * (1 - after)) / 1_000) * FRAMES_A_SECOND),
            disableForReducedMotion: true,
            ...(palette.length > 0 ? { colors: palette } : {}),
          });
        }, duration * after),
      );
      timers.push(setTimeout(() => fire.reset(), duration));
      endings.push(() => fire.reset(), ...timers.map((timer) => () => clearTimeout(timer)));
    };
    // Confetti is left out if the library's code fails to load.
    fireConfetti().catch(() => undefined);
    return () => {
      ended = true;
      endings.forEach((end) => end());
    };
  }, [still, duration, particles]);
  return still ? null : <Sky ref={sky} aria-hidden="true" data-confetti />;
}

/** Duration (ms) and number of particles of the celebration's confetti. */
const CONFETTI = { duration: 2_500, particles: 120 } as const;

const Veil = chakra('div', {
  base: {
    position: 'fixed',
    inset: '0',
    zIndex: 'celebration',
    display: 'grid',
    placeItems: 'center',
    p: '6',
    // The overlay ignores pointer events, so that the page below stays usable.
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
/** The message takes up its space from the start, so that nothing shifts when it appears. */
const Message = chakra('p', {
  base: {
    minHeight: '3em',
    maxWidth: '30ch',
    color: 'muted',
    '& > span': { display: 'block', animation: 'riseIn 200ms ease-out' },
  },
});

const Drawing = chakra('svg', {
  base: {
    width: '112px',
    height: '119px',
    mb: '2',
  },
});

/** Drawing of an amethyst block with a star cut into its faces, lit from the upper left. */
function AmethystBlock() {
  return (
    <Drawing viewBox="0 0 64 68" aria-hidden="true">
      <g strokeLinejoin="round" stroke="#17112b" strokeWidth="1.5">
        <path d="M32 4 60 18 32 32 4 18Z" fill="#d9c8ff" />
        <path d="M4 18 32 32V64L4 50Z" fill="#a784ff" />
        <path d="M60 18 32 32V64L60 50Z" fill="#6b45c6" />
      </g>
      <path d="M32 10.5 36 16.4 47 18 36 19.6 32 25.5 28 19.6 17 18 28 16.4Z" fill="#ffffff" />
      <path d="M18 30 20.6 37.8 27 42.6 20.6 44.2 18 52 15.4 41.6 9 36.6 15.4 35.2Z" fill="#e9ddff" />
      <path d="M46 30 48.6 35.2 55 36.6 48.6 41.6 46 52 43.4 44.2 37 42.6 43.4 37.8Z" fill="#8e67ea" />
      <path d="M6 19.2 32 32.2" stroke="#ffffff" strokeOpacity="0.5" strokeWidth="1" />
    </Drawing>
  );
}

/** Phase of the celebration: 1 shows the points, 2 also the message, 3 fades out, 4 is closed. */
type CelebrationPhase = 1 | 2 | 3 | 4;

/** Start time of each phase after the first, ms after the celebration began. */
const PHASES_AT_MS = { 2: 800, 3: 3_500, 4: 5_000 } as const;

/**
 * Returns the current phase of a celebration that begins on mount.
 *
 * @param onComplete runs once, after the celebration has closed
 */
function useCelebrationPhase(onComplete?: () => void): CelebrationPhase {
  const [phase, setPhase] = useState<CelebrationPhase>(1);
  const complete = useRef(onComplete);
  useEffect(() => {
    complete.current = onComplete;
  }, [onComplete]);
  useEffect(() => {
    const timers = ([2, 3, 4] as const).map((next) => setTimeout(() => setPhase(next), PHASES_AT_MS[next]));
    return () => timers.forEach((timer) => clearTimeout(timer));
  }, []);
  useEffect(() => {
    if (phase === 4) complete.current?.();
  }, [phase]);
  return phase;
}

interface CelebrationProps {
  readonly show: boolean;
  readonly points: number;
  /** True for a preview, for which no points are booked. */
  readonly isPreview?: boolean;
  /** Runs once, after the celebration has closed. */
  readonly onComplete?: () => void;
}

function Celebration({ points, isPreview = false, onComplete }: Omit<CelebrationProps, 'show'>) {
  const { t } = useTranslation('checkout');
  const phase = useCelebrationPhase(onComplete);
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

/** Overlay that celebrates loyalty points for five seconds; it has to be remounted for the next celebration. */
export function CelebrationOverlay({ show, ...props }: CelebrationProps) {
  return show && props.points > 0 ? <Celebration {...props} /> : null;
}
