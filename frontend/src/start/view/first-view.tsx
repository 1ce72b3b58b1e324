import { createContext, startTransition, useContext, useEffect, useState, type ReactNode } from 'react';
import { waitForNextPaint } from '../../lib/browser/scheduling';

/** True while the first view is being rendered, in small steps, because no user action waits for it. */
let isPending = false;

/** Begins the first view; called once, before the app first renders. */
export function beginFirstView(): void {
  isPending = true;
}

export const isFirstViewPending = (): boolean => isPending;

/** Ends the first view, because all later renderings follow an action of the user. */
export function endFirstView(): void {
  isPending = false;
}

/** Finds the prerendered home page, if it is valid in this browser as public/theme-boot.js found out. */
export const findPrerenderedHome = (): HTMLElement | null =>
  document.querySelector("html[data-shell='home'] #shell");

/** Marks the prerendered page as ready for input. */
export function markHydrated(): void {
  document.querySelector('#shell')?.removeAttribute('aria-hidden');
}

/** Marks the page as ready once the content around the marker is hydrated, because the header hydrates earlier. */
export function HydrationMarker() {
  useEffect(markHydrated, []);
  return null;
}

/** Responses of the first view in the order of rendering, one per paint. */
const ANSWERS = ['pool', 'goods'] as const;
type Answer = (typeof ANSWERS)[number];

const AnswerCount = createContext<number>(ANSWERS.length);

/** Tells whether a response may be rendered; not during the hydration of a page that was prerendered without it. */
export const useIsAnswerReady = (answer: Answer): boolean =>
  useContext(AnswerCount) > ANSWERS.indexOf(answer);

interface FirstViewProps {
  /** Promise for a prerendered page; resolves with the first responses or after a timeout. */
  readonly until?: Promise<void>;
  readonly children: ReactNode;
}

/** Wrapper of all content that may be prerendered. */
export function FirstView({ until, children }: FirstViewProps) {
  const [answered, setAnswered] = useState<number>(until === undefined ? ANSWERS.length : 0);
  useEffect(() => {
    const ready = answered === 0 ? until : waitForNextPaint();
    if (answered < ANSWERS.length) void ready?.then(() => startTransition(() => setAnswered(answered + 1)));
  }, [until, answered]);
  return <AnswerCount value={answered}>{children}</AnswerCount>;
}
