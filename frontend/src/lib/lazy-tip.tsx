import { useRef, useState, type ComponentType, type PointerEvent, type ReactElement } from 'react';
import { flushSync } from 'react-dom';
import { pause } from './turns';

interface LazyTipProps {
  readonly words: string;
  readonly children: ReactElement;
}

const load = async (): Promise<ComponentType<LazyTipProps>> => (await import('../components/tip')).Tip;

/** So long the pointer rests before its tip is put in place, ms; the tip itself waits longer. */
const REST_MS = 200;

/**
 * A tooltip whose code comes when the mouse first gets near. Only for things that cannot be focused; they may lie in
 * something to be clicked: nothing is put in place of what is pressed, since that would take the click with it.
 */
export function LazyTip({ words, children }: LazyTipProps) {
  const [Tip, setTip] = useState<ComponentType<LazyTipProps>>();
  const resting = useRef<object>(undefined);
  const rest = ({ pointerType, buttons }: PointerEvent) => {
    if (pointerType !== 'mouse' || buttons > 0) return;
    const turn = {};
    resting.current = turn;
    const place = ([loaded]: [ComponentType<LazyTipProps>, void]) => {
      if (resting.current === turn) flushSync(() => setTip(() => loaded));
    };
    // Without its code there is no tip, which is never the only place of a needed word.
    Promise.all([load(), pause(REST_MS)]).then(place, () => undefined);
  };
  const stop = () => {
    resting.current = undefined;
  };
  if (Tip) return <Tip words={words}>{children}</Tip>;
  return (
    <span onPointerEnter={rest} onPointerDown={stop} onPointerLeave={stop}>
      {children}
    </span>
  );
}
