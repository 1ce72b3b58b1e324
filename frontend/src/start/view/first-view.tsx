import { createContext, startTransition, useContext, useEffect, useState, type ReactNode } from 'react';
import { nextPaint } from '../../lib/browser/scheduling';

/** True while the first view is being rendered; it is rendered in steps, because no user action waits for it. */
let isPending = false;

/** Called once, before the app first renders. */
export function beginFirstView(): void {
  isPending = true;
}

export const isFirstViewPending = (): boolean => isPending;

/** Ends the first view; later renderings are requested by the user. */
export function endFirstView(): void {
  isPending = false;
}

/** The prerendered home (start/prerender-shell.tsx), if all of it is valid here (public/theme-boot.js). */
export const findPrerenderedHome = (): HTMLElement | null =>
  document.querySelector("html[data-shell='home'] #shell");

/** Marks the prerendered page as interactive. */
export function markHydrated(): void {
  document.querySelector('#shell')?.removeAttribute('aria-hidden');
}

/** Rendered next to the page, because the header hydrates before it. */
export function HydrationMarker() {
  useEffect(markHydrated, []);
  return null;
}

/** Responses of the first view in rendering order: one per paint. */
const ANSWERS = ['pool', 'goods'] as const;
type Answer = (typeof ANSWERS)[number];

const AnswerCount = createContext<number>(ANSWERS.length);

/** Tells whether a response may be rendered: not while hydrating a page that was prerendered without it. */
export const useIsAnswerReady = (answer: Answer): boolean =>
  useContext(AnswerCount) > ANSWERS.indexOf(answer);

interface FirstViewProps {
  /** For a prerendered page: resolves on the first responses or after a timeout. */
  readonly until?: Promise<void>;
  readonly children: ReactNode;
}

/** Wraps everything that may be prerendered. */
export function FirstView({ until, children }: FirstViewProps) {
  const [answered, setAnswered] = useState<number>(until === undefined ? ANSWERS.length : 0);
  useEffect(() => {
    const ready = answered === 0 ? until : nextPaint();
    if (answered < ANSWERS.length) void ready?.then(() => startTransition(() => setAnswered(answered + 1)));
  }, [until, answered]);
  return <AnswerCount value={answered}>{children}</AnswerCount>;
}
