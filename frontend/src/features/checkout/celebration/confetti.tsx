import { chakra } from '@chakra-ui/react/styled-system';
import { splitByWeight } from '@pax/contracts';
import { useEffect, useRef } from 'react';
import { useReducedMotion } from '../../../lib/hooks/use-media-query';

const Sky = chakra('canvas', {
  base: { position: 'absolute', inset: '0', width: 'full', height: 'full', pointerEvents: 'none' },
});

const FRAMES_A_SECOND = 60;
/** Percent of the particles, where they come from (0 left, 1 right) and when, as a part of the duration. */
const shots = [
  { share: 40, x: 0.5, y: 0.5, angle: 90, spread: 110, after: 0 },
  { share: 15, x: 0.1, y: 0.75, angle: 60, spread: 60, after: 0.06 },
  { share: 15, x: 0.9, y: 0.75, angle: 120, spread: 60, after: 0.06 },
  { share: 15, x: 0.25, y: 0.65, angle: 75, spread: 70, after: 0.16 },
  { share: 15, x: 0.75, y: 0.65, angle: 105, spread: 70, after: 0.16 },
] as const;

/** The theme's own colours, as they are right now. */
function colours(): string[] {
  const style = getComputedStyle(document.documentElement);
  const names = ['loyalty', 'accent', 'money', 'info'];
  return names.map((name) => style.getPropertyValue(`--pax-colors-${name}`).trim()).filter(Boolean);
}

interface ConfettiProps {
  /** How long it lasts, ms. */
  readonly duration?: number;
  readonly particles?: number;
}

/** A single burst of confetti over everything; none under reduced motion. */
export function Confetti({ duration = 4_000, particles = 150 }: ConfettiProps) {
  const sky = useRef<HTMLCanvasElement>(null);
  const still = useReducedMotion();
  useEffect(() => {
    const canvas = sky.current;
    if (still || !canvas) return undefined;
    const endings: (() => void)[] = [];
    let ended = false;
    const burst = async () => {
      const { create } = (await import('canvas-confetti')).default;
      if (ended) return;
      // No worker: the content security policy forbids blob scripts.
      const fire = create(canvas, { resize: true, useWorker: false });
      const palette = colours();
      const counts = splitByWeight(
        particles,
        shots.map(({ share }) => share),
      );
      const timers = shots.map(({ x, y, angle, spread, after }, place) =>
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
    // If its code fails to load, there is no confetti.
    burst().catch(() => undefined);
    return () => {
      ended = true;
      endings.forEach((end) => end());
    };
  }, [still, duration, particles]);
  return still ? null : <Sky ref={sky} aria-hidden="true" data-confetti />;
}
