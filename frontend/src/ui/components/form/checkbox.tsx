import { chakra, type HTMLChakraProps } from '@chakra-ui/react/styled-system';
import { useId, type ReactNode } from 'react';

const tick =
  "url(\"data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 16 16'%3E%3Cpath d='M3 8.5 6.5 12 13 4.5' fill='none' stroke='black' stroke-width='2.5' stroke-linecap='square'/%3E%3C/svg%3E\")";

const Row = chakra('div', {
  base: { display: 'grid', gridTemplateColumns: 'auto minmax(0, 1fr)', columnGap: '3', alignItems: 'start' },
});
const Box = chakra('input', {
  base: {
    appearance: 'none',
    position: 'relative',
    width: '24px',
    height: '24px',
    mt: '10px',
    flexShrink: '0',
    cursor: 'pointer',
    borderWidth: '1.5px',
    borderColor: 'edge',
    bg: 'bg',
    transition: 'background-color 120ms, border-color 120ms',
    _hover: { borderColor: 'accent' },
    _checked: { bg: 'accent', borderColor: 'accent' },
    '&:checked::after': {
      content: '""',
      position: 'absolute',
      inset: '1px',
      bg: 'onAccent',
      maskImage: tick,
      maskSize: 'contain',
    },
    '&[aria-invalid=true]': { borderColor: 'danger' },
    _disabled: { opacity: 0.5, cursor: 'not-allowed' },
  },
});
const Label = chakra('label', {
  base: {
    minHeight: 'touch',
    py: '2.5',
    cursor: 'pointer',
    fontSize: 'md',
    lineHeight: 'body',
    overflowWrap: 'anywhere',
  },
});
const Note = chakra('label', {
  base: { gridColumn: '2', textStyle: 'small', color: 'muted', mt: '-2', pb: '2', cursor: 'pointer' },
});
const Problem = chakra('p', { base: { gridColumn: '2', textStyle: 'small', color: 'danger' } });

interface CheckboxProps extends Omit<HTMLChakraProps<'input'>, 'type' | 'id' | 'children'> {
  readonly children: ReactNode;
  readonly hint?: ReactNode;
  readonly error?: ReactNode;
}

/** Checkbox whose label and hint can be clicked too; other props and `ref` go to the input. */
export function Checkbox({ children, hint, error, ...input }: CheckboxProps) {
  const id = useId();
  const described = [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(' ');
  return (
    <Row>
      <Box
        {...input}
        id={id}
        type="checkbox"
        aria-labelledby={`${id}-label`}
        aria-invalid={error ? true : undefined}
        aria-describedby={described || undefined}
      />
      <Label id={`${id}-label`} htmlFor={id}>
        {children}
      </Label>
      {hint && (
        <Note id={`${id}-hint`} htmlFor={id}>
          {hint}
        </Note>
      )}
      {error && (
        <Problem id={`${id}-error`} role="alert">
          {error}
        </Problem>
      )}
    </Row>
  );
}
