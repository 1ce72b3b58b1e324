import { chakra } from '@chakra-ui/react/styled-system';
import { useEffect, useId, useRef, type ReactNode } from 'react';
import { scrollRowTo } from '../../../lib/browser/row-scroll';

interface SegmentedControlProps<V extends string> {
  readonly label: string;
  readonly options: readonly { readonly value: V; readonly label: ReactNode; readonly disabled?: boolean }[];
  readonly value: V;
  readonly onChange: (value: NoInfer<V>) => void;
}

const Group = chakra('div', {
  base: {
    display: 'inline-flex',
    maxWidth: 'full',
    overflowX: 'auto',
    scrollbarWidth: 'none',
    p: '3px',
    gap: '3px',
    bg: 'bg',
    borderWidth: '1px',
    borderColor: 'edge',
  },
});
const Segment = chakra('label', {
  base: {
    position: 'relative',
    display: 'grid',
    placeItems: 'center',
    flex: '1 0 auto',
    minHeight: '36px',
    minWidth: '44px',
    px: '3',
    fontSize: 'sm',
    fontWeight: 'semibold',
    color: 'muted',
    cursor: 'pointer',
    whiteSpace: 'nowrap',
    transition: 'color 120ms, background-color 120ms',
    _hover: { color: 'text' },
    '&:has(:checked)': { color: 'text', bg: 'raised', boxShadow: 'inset 0 -2px 0 var(--pax-colors-accent)' },
    '&:has(:focus-visible)': { outline: '2px solid', outlineColor: 'accent', outlineOffset: '-2px' },
    '&:has(:disabled)': { opacity: 0.5, cursor: 'not-allowed' },
  },
});
const Radio = chakra('input', { base: { position: 'absolute', inset: '0', opacity: 0, cursor: 'inherit' } });

/**
 * Group of radio buttons side by side, for short labels. Arrow keys change the choice; on a narrow screen the row
 * scrolls.
 */
export function SegmentedControl<V extends string>({
  label,
  options,
  value,
  onChange,
}: SegmentedControlProps<V>) {
  const name = useId();
  const row = useRef<HTMLDivElement>(null);
  useEffect(() => scrollRowTo(row.current, row.current?.querySelector(`[value="${value}"]`)), [value]);
  return (
    <Group ref={row} role="radiogroup" aria-label={label}>
      {options.map((option) => (
        <Segment key={option.value}>
          <Radio
            type="radio"
            name={name}
            value={option.value}
            checked={option.value === value}
            disabled={option.disabled}
            onChange={() => onChange(option.value)}
          />
          {option.label}
        </Segment>
      ))}
    </Group>
  );
}
