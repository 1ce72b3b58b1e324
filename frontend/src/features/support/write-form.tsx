import { chakra } from '@chakra-ui/react/styled-system';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../ui/components/base/button';
import { TextArea } from '../../ui/components/form/field';
import { useFileDrop } from '../../lib/hooks/use-file-drop';
import { PicturesField, useTicketPictures } from './pictures-field';

const Form = chakra('form', { base: { display: 'grid', gap: '3' } });
const Acts = chakra('div', { base: { display: 'flex', flexWrap: 'wrap', gap: '2' } });

/** Focuses the field that replaced the pressed button. */
const focusElement = (element: HTMLElement | null): void => element?.focus();

/** Text that was written, with the secrets of its uploaded pictures. */
export interface WrittenText {
  readonly text: string;
  readonly attachments?: string[];
}

interface WriteFormProps {
  /** Names of the button that opens the form, of its field, and of the button that sends. */
  readonly names: { readonly open: string; readonly field: string; readonly send: string };
  readonly maxLength: number;
  /** True when the form is open from the start, as on the page of one ticket. */
  readonly isOpen?: boolean;
  readonly isSending: boolean;
  /** Sends the text, and calls `onSent`, or `onPicturesGone` if the pictures have to be uploaded again. */
  readonly onSend: (written: WrittenText, onSent: () => void, onPicturesGone: () => void) => void;
}

/** Form for a text with pictures about a ticket, behind a button that opens it. */
export function WriteForm({ names, maxLength, isOpen = false, isSending, onSend }: WriteFormProps) {
  const { t } = useTranslation('support');
  const [isShown, setShown] = useState(isOpen);
  const [text, setText] = useState('');
  const [isUploading, setUploading] = useState(false);
  const pictures = useTicketPictures();
  const drop = useFileDrop(pictures.add);
  const isBusy = isSending || isUploading;
  const submit = async () => {
    if (text.trim() === '' || isBusy) return;
    setUploading(true);
    const attachments = await pictures.waitForUploads();
    setUploading(false);
    if (!attachments) return;
    const onSent = () => {
      setText('');
      pictures.clear();
      setShown(isOpen);
    };
    onSend(attachments.length > 0 ? { text, attachments } : { text }, onSent, pictures.retryAll);
  };
  if (!isShown)
    return (
      <div>
        <Button icon="chat" onClick={() => setShown(true)}>
          {names.open}
        </Button>
      </div>
    );
  return (
    <Form
      aria-label={names.open}
      onSubmit={(event) => {
        event.preventDefault();
        void submit();
      }}
      {...drop.handlers}
    >
      <TextArea
        label={names.field}
        rows={3}
        maxLength={maxLength}
        ref={isOpen ? undefined : focusElement}
        value={text}
        onChange={({ target }) => setText(target.value)}
      />
      <PicturesField field={pictures} isOver={drop.isOver} />
      <Acts>
        <Button type="submit" kind="primary" loading={isBusy} disabled={text.trim() === ''}>
          {names.send}
        </Button>
        {!isOpen && <Button onClick={() => setShown(false)}>{t('message.cancel')}</Button>}
      </Acts>
    </Form>
  );
}
