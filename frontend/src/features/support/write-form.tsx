import { chakra } from '@chakra-ui/react/styled-system';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../ui/components/base/button';
import { TextArea } from '../../ui/components/form/field';
import { useFileDrop } from '../../lib/hooks/use-file-drop';
import { useKeepFocus } from '../../lib/hooks/use-keep-focus';
import { PicturesField, useTicketPictures } from '../../ui/components/form/pictures-field';

const Form = chakra('form', { base: { display: 'grid', gap: '3' } });
const Acts = chakra('div', { base: { display: 'flex', flexWrap: 'wrap', gap: '2' } });

/** Text that was written, with the secrets of its uploaded pictures. */
export interface WrittenText {
  readonly text: string;
  readonly attachments?: string[];
}

/** State of a text with pictures that is not sent yet. */
export function useTextDraft() {
  const [text, setText] = useState('');
  const pictures = useTicketPictures();
  return { text, setText, pictures, isEmpty: text === '' && pictures.pictures.length === 0 };
}

export type TextDraft = ReturnType<typeof useTextDraft>;

interface WriteFormProps {
  readonly draft: TextDraft;
  /** Names of the button that opens the form, of its field, and of the button that sends. */
  readonly names: { readonly open: string; readonly field: string; readonly send: string };
  readonly maxLength: number;
  /** True when the form is open from the start, as on the page of one ticket; it also is while the draft has words. */
  readonly isOpen?: boolean;
  readonly isSending: boolean;
  /** Sends the text, and calls `onSent`, or `onPicturesGone` if the pictures have to be uploaded again. */
  readonly onSend: (
    written: WrittenText,
    onSent: () => void,
    onPicturesGone: () => void,
  ) => void | Promise<void>;
}

/** Form for a text with pictures about a ticket, behind a button that opens it. */
export function WriteForm({ draft, names, maxLength, isOpen = false, isSending, onSend }: WriteFormProps) {
  const { t } = useTranslation('support');
  const { text, setText, pictures } = draft;
  const [isShown, setShown] = useState(isOpen || !draft.isEmpty);
  const [isUploading, setUploading] = useState(false);
  const place = useKeepFocus<HTMLDivElement>(isShown, isOpen);
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
    await onSend(attachments.length > 0 ? { text, attachments } : { text }, onSent, pictures.retryAll);
  };
  if (!isShown)
    return (
      <div ref={place}>
        <Button icon="chat" onClick={() => setShown(true)}>
          {names.open}
        </Button>
      </div>
    );
  return (
    <div ref={place}>
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
    </div>
  );
}
