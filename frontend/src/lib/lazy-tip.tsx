import { lazy, Suspense, useState, type ReactElement } from 'react';

const Tip = lazy(async () => ({ default: (await import('../components/tip')).Tip }));

interface LazyTipProps {
  readonly words: string;
  readonly children: ReactElement;
}

/** A tooltip whose code comes when the pointer first gets near. Only for things that cannot be focused or clicked. */
export function LazyTip({ words, children }: LazyTipProps) {
  const [near, setNear] = useState(false);
  if (!near) return <span onPointerEnter={() => setNear(true)}>{children}</span>;
  return (
    <Suspense fallback={children}>
      <Tip words={words}>{children}</Tip>
    </Suspense>
  );
}
