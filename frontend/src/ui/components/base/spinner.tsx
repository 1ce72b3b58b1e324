import { chakra } from '@chakra-ui/react/styled-system';

const Blocks = chakra('svg', {
  base: { flexShrink: '0', '& rect': { animation: 'breathe 900ms steps(6) infinite' } },
});

const spots = [
  [1, 1],
  [9, 1],
  [9, 9],
  [1, 9],
] as const;

/** Spinner of four blocks that light up in turn. Hidden from screen readers: the element that waits has `aria-busy`. */
export function Spinner({ size = 18 }: { readonly size?: number }) {
  return (
    <Blocks width={`${size}px`} height={`${size}px`} viewBox="0 0 16 16" aria-hidden="true">
      {spots.map(([x, y], place) => (
        <rect
          key={`${x}${y}`}
          x={x}
          y={y}
          width="6"
          height="6"
          fill="currentColor"
          style={{ animationDelay: `${place * 225 - 900}ms` }}
        />
      ))}
    </Blocks>
  );
}
