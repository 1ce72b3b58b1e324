import { chakra } from '@chakra-ui/react/styled-system';

const thumb = {
  appearance: 'none',
  width: '22px',
  height: '22px',
  bg: 'accent',
  border: 'none',
  boxShadow: 'inset 0 2px 0 rgba(255, 255, 255, 0.45), inset 0 -2px 0 rgba(0, 0, 0, 0.18)',
  cursor: 'grab',
} as const;
const createColourLayer = (colour: string) => `linear-gradient(${colour}, ${colour})`;

const Input = chakra('input', {
  base: {
    appearance: 'none',
    flex: '1',
    minWidth: '0',
    width: 'full',
    height: 'touch',
    cursor: 'pointer',
    backgroundImage: ['accent', 'bg', 'edge']
      .map((name) => createColourLayer(`var(--pax-colors-${name})`))
      .join(', '),
    backgroundRepeat: 'no-repeat',
    backgroundPosition: '1px center, 1px center, 0 center',
    '&::-webkit-slider-runnable-track': { height: '22px' },
    '&::-moz-range-track': { height: '22px', bg: 'transparent' },
    '&::-webkit-slider-thumb': thumb,
    '&::-moz-range-thumb': { ...thumb, borderRadius: '0' },
  },
});

interface RangeInputProps {
  readonly label: string;
  readonly value: number;
  /** Number of the last position, counted from 0. */
  readonly max: number;
  /** Text of the current position for screen readers. */
  readonly valueText: string;
  readonly onChange: (place: number) => void;
}

/** Native range input over numbered positions, usable by keyboard and screen readers. */
export function RangeInput({ label, value, max, valueText, onChange }: RangeInputProps) {
  const filled = max > 0 ? (value / max) * 100 : 0;
  return (
    <Input
      type="range"
      aria-label={label}
      aria-valuetext={valueText}
      min={0}
      max={max}
      step={1}
      value={value}
      style={{
        backgroundSize: `calc(${filled}% + ${(0.5 - filled / 100) * 20}px) 8px, calc(100% - 2px) 8px, 100% 10px`,
      }}
      onChange={(event) => onChange(Number(event.target.value))}
    />
  );
}
