import { chakra } from '@chakra-ui/react/styled-system';
import { useId, type ReactNode } from 'react';
import { notched } from '../../theme/recipes/notch';

export interface RadioOption<V extends string> {
  readonly value: V;
  readonly title: ReactNode;
  readonly description?: ReactNode;
  /** Chip or amount at the end of the option's row. */
  readonly aside?: ReactNode;
  readonly disabled?: boolean;
}

interface RadioCardsProps<V extends string> {
  /** Question that the options answer, as the group's label. */
  readonly label: string;
  readonly hideLabel?: boolean;
  readonly options: readonly RadioOption<V>[];
  readonly value: V | undefined;
  readonly onChange: (value: NoInfer<V>) => void;
  readonly disabled?: boolean;
}

const Group = chakra('fieldset', { base: { display: 'grid', gap: '2', minWidth: '0', border: 'none' } });
const Legend = chakra('legend', { base: { textStyle: 'label', mb: '2' } });
const Card = chakra('label', {
  base: {
    ...notched,
    '--notch-fill': 'colors.raised',
    '--notch-edge': 'colors.edge',
    display: 'grid',
    gridTemplateColumns: 'auto 1fr auto',
    columnGap: '3',
    alignItems: 'center',
    minHeight: '56px',
    px: '4',
    py: '2.5',
    cursor: 'pointer',
    _hover: { '--notch-edge': 'colors.muted' },
    '&:has(:checked)': { '--notch-edge': 'colors.accent' },
    '&:has(:focus-visible)': { outline: '2px solid', outlineColor: 'accent', outlineOffset: '2px' },
    '&:has(:disabled)': { opacity: 0.55, cursor: 'not-allowed' },
  },
});
const Dot = chakra('input', {
  base: {
    appearance: 'none',
    width: '16px',
    height: '16px',
    mx: '1',
    transform: 'rotate(45deg)',
    borderWidth: '1.5px',
    borderColor: 'edge',
    bg: 'bg',
    outline: 'none!',
    display: 'grid',
    placeItems: 'center',
    '&:checked': { borderColor: 'accent' },
    '&:checked::after': { content: '""', width: '8px', height: '8px', bg: 'accent' },
  },
});
const Title = chakra('span', { base: { display: 'block', fontWeight: 'semibold', lineHeight: 'snug' } });
const Description = chakra('span', { base: { display: 'block', textStyle: 'small', color: 'muted' } });

/** Group of radio buttons in the form of cards, each with a description. */
export function RadioCards<V extends string>(props: RadioCardsProps<V>) {
  const { label, hideLabel = false, options, value, onChange, disabled = false } = props;
  const name = useId();
  return (
    <Group disabled={disabled} aria-label={hideLabel ? label : undefined}>
      {!hideLabel && <Legend>{label}</Legend>}
      {options.map((option) => (
        <Card key={option.value}>
          <Dot
            type="radio"
            name={name}
            value={option.value}
            checked={value === option.value}
            disabled={option.disabled}
            onChange={() => onChange(option.value)}
          />
          <span>
            <Title>{option.title}</Title>
            {option.description && <Description>{option.description}</Description>}
          </span>
          {option.aside}
        </Card>
      ))}
    </Group>
  );
}
