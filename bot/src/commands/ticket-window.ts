import { BOT_TICKET_TEXT_LENGTH, TICKET_SUBJECT_LENGTH } from '@pax/contracts';
import { ComponentType, TextInputStyle, type APILabelComponent } from 'discord.js';

interface TextField {
  id: string;
  label: string;
  style: TextInputStyle;
  /** Characters. */
  max: number;
}

/** A text field of a window; it has to be filled in. */
export function textField({ id, label, style, max }: TextField): APILabelComponent {
  return {
    type: ComponentType.Label,
    label,
    component: {
      type: ComponentType.TextInput,
      custom_id: id,
      style,
      min_length: 1,
      max_length: max,
      required: true,
    },
  };
}

/** A field that takes up to so many files, or none. */
export function fileField(label: string, description: string, most: number): APILabelComponent {
  return {
    type: ComponentType.Label,
    label,
    description,
    component: {
      type: ComponentType.FileUpload,
      custom_id: 'pictures',
      required: false,
      min_values: 0,
      max_values: most,
    },
  };
}

export const subjectField = (label: string): APILabelComponent =>
  textField({ id: 'subject', label, style: TextInputStyle.Short, max: TICKET_SUBJECT_LENGTH });

export const messageField = (label: string): APILabelComponent =>
  textField({ id: 'message', label, style: TextInputStyle.Paragraph, max: BOT_TICKET_TEXT_LENGTH });
