import { chakra } from '@chakra-ui/react/styled-system';
import type { ReactNode } from 'react';

const Facts = chakra('p', {
  base: {
    display: 'flex',
    flexWrap: 'wrap',
    justifyContent: 'space-between',
    columnGap: '3',
    mt: '2',
    fontSize: 'sm',
    textStyle: 'numeric',
  },
});
const Reached = chakra('span', { base: { color: 'muted' } });
const Missing = chakra('span', { base: { fontWeight: 'semibold' } });

interface GaugeFactsProps {
  readonly reached: string;
  readonly missing: string;
}

/** Text below a gauge: what is reached, and what is still missing. */
export function GaugeFacts({ reached, missing }: GaugeFactsProps) {
  return (
    <Facts>
      <Reached>{reached}</Reached>
      <Missing>{missing}</Missing>
    </Facts>
  );
}

interface GaugeProps {
  readonly value: number;
  readonly max: number;
  readonly label: string;
  /** Text of the value for screen readers, such as "1.2B of 2B". */
  readonly valueText: string;
  readonly tone?: 'money' | 'accent' | 'loyalty' | 'danger';
  /** Content above the end of the gauge's bar. */
  readonly children?: ReactNode;
  readonly size?: 'sm' | 'md';
  /** Role of the gauge: `meter` for a level, `progress` for something that advances. */
  readonly kind?: 'meter' | 'progress';
}

const Top = chakra('div', {
  base: {
    display: 'flex',
    flexWrap: 'wrap',
    justifyContent: 'space-between',
    alignItems: 'baseline',
    columnGap: '3',
    mb: '2',
    textStyle: 'small',
  },
});
const Name = chakra('span', { base: { color: 'muted', fontWeight: 'medium' } });
const Trough = chakra('div', {
  base: {
    position: 'relative',
    overflow: 'hidden',
    bg: 'bg',
    borderWidth: '1px',
    borderColor: 'edge',
    p: '2px',
    _after: {
      content: '""',
      position: 'absolute',
      inset: '0',
      pointerEvents: 'none',
      backgroundImage: 'repeating-linear-gradient(90deg, transparent 0 10px, var(--pax-colors-bg) 10px 12px)',
      opacity: 0.55,
    },
  },
});
const Level = chakra('div', {
  base: {
    height: 'full',
    transformOrigin: 'left',
    transition: 'transform 500ms cubic-bezier(0.2, 0.8, 0.2, 1)',
    boxShadow: 'inset 0 2px 0 rgba(255, 255, 255, 0.35)',
    '@media (prefers-reduced-motion: reduce)': { transition: 'none' },
  },
});

/** Level of a value as a bar of blocks; changes are animated. */
export function Gauge({
  value,
  max,
  label,
  valueText,
  tone = 'money',
  children,
  size = 'md',
  kind = 'meter',
}: GaugeProps) {
  const share = max > 0 ? Math.min(1, Math.max(0, value / max)) : 0;
  return (
    <div>
      {children !== undefined && (
        <Top>
          <Name>{label}</Name>
          <span>{children}</span>
        </Top>
      )}
      <Trough
        height={size === 'md' ? '18px' : '12px'}
        role={kind === 'meter' ? 'meter' : 'progressbar'}
        aria-label={label}
        aria-valuemin={0}
        aria-valuemax={max}
        aria-valuenow={Math.min(max, Math.max(0, value))}
        aria-valuetext={valueText}
      >
        <Level data-bar="" data-fill="" bg={tone} style={{ transform: `scaleX(${share})` }} />
      </Trough>
    </div>
  );
}
