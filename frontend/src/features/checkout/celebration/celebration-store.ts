import { create } from 'zustand';

/** Delay until the state clears itself, ms. */
export const CLEARS_AFTER_MS = 6_000;

/** The loyalty animation state. */
interface CelebrationState {
  readonly points: number;
  readonly show: boolean;
  /** A preview: nothing has been booked. */
  readonly isPreview: boolean;
  /** Incremented per celebration, so that a second one restarts the animation. */
  readonly run: number;
  /** Celebrates these points: booked ones, or as a preview. */
  readonly celebrate: (points: number, isPreview?: boolean) => void;
}

let clearing: ReturnType<typeof setTimeout> | undefined;

export const useCelebration = create<CelebrationState>()((set) => ({
  points: 0,
  show: false,
  isPreview: false,
  run: 0,
  celebrate(points, isPreview = false) {
    clearTimeout(clearing);
    clearing = setTimeout(() => set({ points: 0, show: false }), CLEARS_AFTER_MS);
    set(({ run }) => ({ points, show: true, isPreview, run: run + 1 }));
  },
}));
