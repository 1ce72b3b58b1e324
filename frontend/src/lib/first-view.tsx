import { createContext, startTransition, useContext, useEffect, useState, type ReactNode } from 'react';
import { nextPaint } from './scheduling';

/** Whether the first view is still to come: nobody asked for what it holds, so it comes piece by piece. */
let isComing = false;

/** Said once, before the app is drawn first. */
export function beginFirstView(): void {
  isComing = true;
}

export const isFirstViewComing = (): boolean => isComing;

/** From here on somebody asked for what is drawn. */
export function endFirstView(): void {
  isComing = false;
}

/** The home as the build drew it (app/shell.tsx), where all of it is true here (public/theme-boot.js). */
export const prerenderedHome = (): HTMLElement | null =>
  document.querySelector("html[data-shell='home'] #shell");

/** From here on what stands there answers. */
export function markHydrated(): void {
  document.querySelector('#shell')?.removeAttribute('aria-hidden');
}

/** Stands beside the page and comes with it: the header is the app's before the page is. */
export function Hydrated() {
  useEffect(markHydrated, []);
  return null;
}

/** The server's answers to what the first view asks, in the order in which they are drawn: one per paint. */
const ANSWERS = ['pool', 'goods'] as const;
type Answer = (typeof ANSWERS)[number];

const AnswerCount = createContext<number>(ANSWERS.length);

/** Whether an answer may be drawn. Not while the app takes over a page that was drawn without it. */
export const useIsAnswerReady = (answer: Answer): boolean =>
  useContext(AnswerCount) > ANSWERS.indexOf(answer);

interface FirstViewProps {
  /** Where the page was drawn by the build: the first answers, or enough of waiting for them. */
  readonly until?: Promise<void>;
  readonly children: ReactNode;
}

/** Around everything that may be drawn by the build. */
export function FirstView({ until, children }: FirstViewProps) {
  const [answered, setAnswered] = useState<number>(until === undefined ? ANSWERS.length : 0);
  useEffect(() => {
    const ready = answered === 0 ? until : nextPaint();
    if (answered < ANSWERS.length) void ready?.then(() => startTransition(() => setAnswered(answered + 1)));
  }, [until, answered]);
  return <AnswerCount value={answered}>{children}</AnswerCount>;
}
