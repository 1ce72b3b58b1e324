import { chakra } from '@chakra-ui/react/styled-system';

const Trough = chakra('div', {
  base: { height: '4px', bg: 'bg', borderWidth: '1px', borderColor: 'edge', overflow: 'hidden' },
});
const Level = chakra('div', {
  base: {
    height: 'full',
    bg: 'accent',
    transformOrigin: 'left',
    transition: 'transform 120ms linear',
    '@media (prefers-reduced-motion: reduce)': { transition: 'none' },
  },
});

interface ProgressLineProps {
  readonly label: string;
  /** 0 to 1. */
  readonly share: number;
}

/** How far something that is being sent has got. */
export function ProgressLine({ label, share }: ProgressLineProps) {
  const percent = Math.round(share * 100);
  return (
    <Trough
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={percent}
    >
      <Level style={{ transform: `scaleX(${share})` }} />
    </Trough>
  );
}
