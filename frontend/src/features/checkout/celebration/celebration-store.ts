import { create } from 'zustand';

/** Delay until the state clears itself, ms. */
export const CLEARS_AFTER_MS = 6_000;

/** The loyalty animation state. */
interface CelebrationState {
  readonly points: number;
  readonly show: boolean;
  /** True for a preview, which books nothing. */
  readonly isPreview: boolean;
  /** Incremented per celebration, so that a second one restarts the animation. */
  readonly run: number;
  /** Celebrates these points: booked ones, or as a preview. */
  readonly celebrate: (points: number, isPreview?: boolean) => void;
}

let clearTimer: ReturnType<typeof setTimeout> | undefined;

export const useCelebration = create<CelebrationState>()((set) => ({
  points: 0,
  show: false,
  isPreview: false,
  run: 0,
  celebrate(points, isPreview = false) {
    clearTimeout(clearTimer);
    clearTimer = setTimeout(() => set({ points: 0, show: false }), CLEARS_AFTER_MS);
    set(({ run }) => ({ points, show: true, isPreview, run: run + 1 }));
  },
}));

export const CELEBRATED_KEY = 'pax-celebrated';
/** Number of celebrated checkouts kept. */
const MAX_CELEBRATED = 50;

function readCelebrated(): string[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(CELEBRATED_KEY) ?? '[]');
    return Array.isArray(stored) ? stored.filter((reference) => typeof reference === 'string') : [];
  } catch {
    return [];
  }
}

/**
 * Records that a checkout is celebrated. @returns whether it is the first time; without storage, each visit
 * counts as the first.
 */
export function recordFirstCelebration(reference: string): boolean {
  const known = readCelebrated();
  if (known.includes(reference)) return false;
  try {
    localStorage.setItem(CELEBRATED_KEY, JSON.stringify([...known, reference].slice(-MAX_CELEBRATED)));
  } catch {
    // Storage failed: celebrating twice is better than not at all.
  }
  return true;
}
