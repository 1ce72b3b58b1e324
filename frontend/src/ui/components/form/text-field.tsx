import { chakra, type HTMLChakraProps } from '@chakra-ui/react/styled-system';
import type { Ref } from 'react';
import { inputRecipe } from '../../theme/recipes/input';
import { Field, type FieldProps } from './field';

/** The bare control, for use inside an own `Field`. */
export const Input = chakra('input', inputRecipe);
const Area = chakra('textarea', inputRecipe);

export type TextFieldProps = FieldProps &
  Omit<HTMLChakraProps<'input'>, keyof FieldProps | 'id'> & { readonly ref?: Ref<HTMLInputElement> };

/** A line of text. The rest of its props, `ref` included, go to the input (react-hook-form: `{...register('name')}`). */
export function TextField({ label, hint, error, optional, ...input }: TextFieldProps) {
  return (
    <Field label={label} hint={hint} error={error} optional={optional}>
      {(control) => <Input {...input} {...control} />}
    </Field>
  );
}

export type TextAreaProps = FieldProps &
  Omit<HTMLChakraProps<'textarea'>, keyof FieldProps | 'id'> & { readonly ref?: Ref<HTMLTextAreaElement> };

/** Several lines of text. */
export function TextArea({ label, hint, error, optional, ...area }: TextAreaProps) {
  return (
    <Field label={label} hint={hint} error={error} optional={optional}>
      {(control) => <Area rows={4} py="2.5" resize="vertical" {...area} {...control} />}
    </Field>
  );
}
