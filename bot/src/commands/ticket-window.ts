import { BOT_TICKET_TEXT_LENGTH, TICKET_SUBJECT_LENGTH } from '@pax/contracts';
import { ComponentType, TextInputStyle, type APILabelComponent } from 'discord.js';

interface TextField {
  id: string;
  label: string;
  style: TextInputStyle;
  /** Longest text, in characters. */
  max: number;
}

/** A required text field of a window. */
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

/** An optional file field of a window. @param most number of files it takes */
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
