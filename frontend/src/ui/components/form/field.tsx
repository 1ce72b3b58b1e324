import { chakra, type HTMLChakraProps } from '@chakra-ui/react/styled-system';
import { type Ref, useId, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { inputRecipe } from '../../theme/recipes/input';
import { Icon } from '../base/icon';

/** Input without a label, for use inside a `Field`, which adds one. */
export const Input = chakra('input', inputRecipe);
const Area = chakra('textarea', inputRecipe);

export type TextFieldProps = FieldProps &
  Omit<HTMLChakraProps<'input'>, keyof FieldProps | 'id'> & { readonly ref?: Ref<HTMLInputElement> };

/** Text field of one line. Other props, including `ref`, go to the input (`{...register('name')}`). */
export function TextField({ label, hint, error, optional, ...input }: TextFieldProps) {
  return (
    <Field label={label} hint={hint} error={error} optional={optional}>
      {(control) => <Input {...input} {...control} />}
    </Field>
  );
}

type TextAreaProps = FieldProps &
  Omit<HTMLChakraProps<'textarea'>, keyof FieldProps | 'id'> & { readonly ref?: Ref<HTMLTextAreaElement> };

/** Text field of several lines. */
export function TextArea({ label, hint, error, optional, ...area }: TextAreaProps) {
  return (
    <Field label={label} hint={hint} error={error} optional={optional}>
      {(control) => <Area rows={4} py="2.5" resize="vertical" {...area} {...control} />}
    </Field>
  );
}

/** Button at the end of a text field, inside its frame. */
export const FieldButton = chakra('button', {
  base: {
    position: 'absolute',
    insetEnd: '0',
    top: '0',
    width: 'touch',
    height: 'touch',
    display: 'grid',
    placeItems: 'center',
    color: 'muted',
    _hover: { color: 'text' },
    _focusVisible: { outlineOffset: '-2px' },
  },
});

const Stack = chakra('div', {
  base: { display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: '1.5', minWidth: '0' },
});
const Label = chakra('label', { base: { textStyle: 'label', color: 'text' } });
const Aside = chakra('span', { base: { color: 'muted', fontWeight: 'normal' } });
/** Styles that take an empty hint or error out of the layout, so that it needs no height or gap. */
const QUIET = { position: 'absolute' } as const;
const Hint = chakra('p', {
  base: { textStyle: 'small', color: 'muted', '&:has(> :empty:only-child)': QUIET },
});
const Live = chakra('div', { base: { _empty: QUIET } });
const Problem = chakra('p', {
  base: {
    display: 'flex',
    gap: '1.5',
    alignItems: 'flex-start',
    textStyle: 'small',
    color: 'danger',
    '& svg': { mt: '2px', flexShrink: 0 },
  },
});

interface FieldProps {
  readonly label: string;
  readonly hint?: ReactNode;
  /** Sentence that says what is wrong with the field's value; announced to screen readers. */
  readonly error?: ReactNode;
  readonly optional?: boolean;
}

/** Attributes that link a control to its label, hint and error. */
interface ControlProps {
  readonly id: string;
  readonly 'aria-invalid': true | undefined;
  readonly 'aria-describedby': string | undefined;
}

interface FieldWrapperProps extends FieldProps {
  readonly children: (control: ControlProps) => ReactNode;
}

/** Form field of label, control, hint and error, which are linked for screen readers. */
export function Field({ label, hint, error, optional = false, children }: FieldWrapperProps) {
  const { t } = useTranslation();
  const id = useId();
  const described = [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(' ');
  return (
    <Stack>
      <Label htmlFor={id}>
        {label} {optional && <Aside>({t('optional')})</Aside>}
      </Label>
      {children({ id, 'aria-invalid': error ? true : undefined, 'aria-describedby': described || undefined })}
      {hint && <Hint id={`${id}-hint`}>{hint}</Hint>}
      <Live aria-live="polite">
        {error && (
          <Problem id={`${id}-error`}>
            <Icon name="alert" size={16} />
            {error}
          </Problem>
        )}
      </Live>
    </Stack>
  );
}
