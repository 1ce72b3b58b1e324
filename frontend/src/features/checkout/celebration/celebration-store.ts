import { create } from 'zustand';
import { recordOnce } from '../../../lib/storage/record-once';

/** Time after which the celebration state resets itself, ms. */
export const CLEARS_AFTER_MS = 6_000;

/** State of the celebration of loyalty points. */
interface CelebrationState {
  readonly points: number;
  readonly show: boolean;
  /** True for a preview, for which no points are booked. */
  readonly isPreview: boolean;
  /** Number that grows with each celebration, so that a second one restarts the animation. */
  readonly run: number;
  /** Starts the celebration of booked points, or a preview of it. */
  readonly celebratePoints: (points: number, isPreview?: boolean) => void;
}

let clearTimer: ReturnType<typeof setTimeout> | undefined;

export const useCelebration = create<CelebrationState>()((set) => ({
  points: 0,
  show: false,
  isPreview: false,
  run: 0,
  celebratePoints(points, isPreview = false) {
    clearTimeout(clearTimer);
    clearTimer = setTimeout(() => set({ points: 0, show: false }), CLEARS_AFTER_MS);
    set(({ run }) => ({ points, show: true, isPreview, run: run + 1 }));
  },
}));

export const CELEBRATED_KEY = 'pax-celebrated';

/** Records that a checkout is celebrated; returns whether it was not celebrated before. */
export const recordFirstCelebration = (reference: string): boolean => recordOnce(CELEBRATED_KEY, reference);
