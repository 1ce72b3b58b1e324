import { chakra } from '@chakra-ui/react/styled-system';
import { useEffect, useState } from 'react';
import { useReducedMotion } from '../../../lib/hooks/use-media-query';
import { VisuallyHidden } from '../base/visually-hidden';
import { formatCount } from '../../../lib/values/format';

type Change = 'up' | 'down';

interface TickingNumberProps {
  readonly value: number;
  /** Formats the number with separators and unit. */
  readonly format?: (value: number) => string;
}

/** Time for which a changed number glows, ms. */
export const TICK_MS = 500;

const Digits = chakra('span', {
  base: {
    position: 'relative',
    display: 'inline-block',
    textStyle: 'numeric',
    whiteSpace: 'nowrap',
    transition: 'color 200ms',
    '&[data-change]': { animation: 'glow 500ms ease-out' },
    '&[data-change=up]': { color: 'money' },
    '&[data-change=down]': { color: 'accent' },
    '@media (prefers-reduced-motion: reduce)': { '&[data-change]': { animation: 'none' } },
  },
});

const Rolling = chakra('span', {
  base: {
    display: 'inline-block',
    whiteSpace: 'pre',
    '&[data-roll=up]': { animation: 'rollUp 200ms cubic-bezier(0.2, 0.8, 0.2, 1)' },
    '&[data-roll=down]': { animation: 'rollDown 200ms cubic-bezier(0.2, 0.8, 0.2, 1)' },
  },
});

/** One character of the number; a changed digit rolls up or down with the number. */
function RollingCharacter({ glyph, roll }: { readonly glyph: string; readonly roll: Change | undefined }) {
  const [way] = useState(roll);
  return <Rolling data-roll={way}>{glyph}</Rolling>;
}

/** Number whose digits roll and glow for half a second after a change; not animated under reduced motion. */
export function TickingNumber({ value, format = formatCount }: TickingNumberProps) {
  const still = useReducedMotion();
  const [shown, setShown] = useState<{ value: number; change?: Change }>({ value });
  if (shown.value !== value) setShown({ value, change: value > shown.value ? 'up' : 'down' });

  useEffect(() => {
    if (!shown.change) return undefined;
    const timer = setTimeout(() => setShown(({ value: latest }) => ({ value: latest })), TICK_MS);
    return () => clearTimeout(timer);
  }, [shown]);

  const text = format(value);
  return (
    <Digits data-change={shown.change}>
      <VisuallyHidden>{text}</VisuallyHidden>
      <span aria-hidden="true">
        {Array.from(text).map((glyph, place) => (
          <RollingCharacter
            key={`${text.length - place}${glyph}`}
            glyph={glyph}
            roll={still ? undefined : shown.change}
          />
        ))}
      </span>
    </Digits>
  );
}
