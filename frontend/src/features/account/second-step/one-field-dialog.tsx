import { chakra } from '@chakra-ui/react/styled-system';
import { useId, type ReactNode, type RefObject } from 'react';
import { Button } from '../../../ui/components/base/button';
import { TextField, type TextFieldProps } from '../../../ui/components/form/text-field';
import { Dialog } from '../../../ui/components/overlay/dialog';
import { useRequiredLine } from '../../../lib/hooks/use-required-line';

const Form = chakra('form', { base: { display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: '4' } });
const Text = chakra('p', { base: { color: 'muted' } });

interface OneFieldDialogProps {
  readonly title: string;
  readonly text: string;
  readonly submitLabel: string;
  readonly busy: boolean;
  /** Said instead of `failed` when nothing was typed. */
  readonly required: string;
  readonly failed?: string | undefined;
  readonly field: Pick<TextFieldProps, 'label' | 'placeholder' | 'inputMode' | 'autoComplete' | 'maxLength'>;
  readonly onClose: () => void;
  /** Called with what was typed, trimmed and not empty, one at a time. */
  readonly onSubmit: (typed: string, field: RefObject<HTMLInputElement | null>) => void;
  /** Content above the field, such as a QR code. */
  readonly children?: ReactNode;
}

/** A dialog that asks for one line of text. */
export function OneFieldDialog(props: OneFieldDialogProps) {
  const { title, text, submitLabel, busy, required, failed, onClose, onSubmit, children } = props;
  const form = useId();
  const line = useRequiredLine({ busy, trims: true, onSubmit });
  return (
    <Dialog
      size="sm"
      open
      onClose={onClose}
      title={title}
      initialFocus={line.field}
      footer={
        <Button type="submit" form={form} kind="primary" loading={busy}>
          {submitLabel}
        </Button>
      }
    >
      <Form id={form} {...line.formProps}>
        <Text>{text}</Text>
        {children}
        <TextField {...props.field} error={line.isMissing ? required : failed} {...line.fieldProps} />
      </Form>
    </Dialog>
  );
}
