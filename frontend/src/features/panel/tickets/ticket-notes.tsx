import { chakra } from '@chakra-ui/react/styled-system';
import type { AdminTicket } from '@pax/contracts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../../ui/components/base/button';
import { TextArea } from '../../../ui/components/form/field';
import { showToast } from '../../../lib/browser/toast';
import { formatDateTime } from '../../../lib/values/format';
import { isWaitingTicket, useTicketNotes } from './ticket-queries';
import { useAddTicketNote } from './ticket-actions';

const Notes = chakra('ul', { base: { display: 'grid', gap: '2', mb: '3' } });
const Note = chakra('li', {
  base: { bg: 'bg', borderStartWidth: '3px', borderColor: 'edge', px: '3', py: '2' },
});
const Text = chakra('p', { base: { whiteSpace: 'pre-wrap', overflowWrap: 'anywhere', fontSize: 'sm' } });
const By = chakra('p', { base: { color: 'muted', textStyle: 'tiny', mt: '1' } });
/** Form for internal notes with a dashed edge and a lock, so that nobody mistakes it for the answer to the sender. */
const Form = chakra('form', {
  base: {
    display: 'grid',
    gap: '2',
    justifyItems: 'start',
    p: '3',
    bg: 'bg',
    borderWidth: '1px',
    borderStyle: 'dashed',
    borderColor: 'edge',
    '& textarea': { bg: 'transparent', borderStyle: 'dashed' },
  },
});
const Wide = chakra('div', { base: { width: 'full' } });

/** Internal notes of staff about a ticket, which its sender never sees. */
export function TicketNotes({ ticket }: { readonly ticket: AdminTicket }) {
  const { t } = useTranslation('tickets');
  const { data } = useTicketNotes(ticket.id, ticket.notes);
  const [text, setText] = useState('');
  const add = useAddTicketNote(ticket.id);
  const submitNote = () => {
    if (text.trim() === '' || add.isPending) return;
    add.mutate(text, {
      onSuccess: () => setText(''),
      onError: () => showToast({ title: t('failed.title'), description: t('notes.failed'), kind: 'error' }),
    });
  };
  return (
    <>
      {data && data.length > 0 && (
        <Notes aria-label={t('notes.heading')}>
          {data.map((note) => (
            <Note key={note.id}>
              <Text>{note.text}</Text>
              <By>
                {note.author} · {formatDateTime(note.createdAt)}
              </By>
            </Note>
          ))}
        </Notes>
      )}
      {isWaitingTicket(ticket) && (
        <Form
          onSubmit={(event) => {
            event.preventDefault();
            submitNote();
          }}
        >
          <Wide>
            <TextArea
              label={t('notes.label')}
              hint={t('notes.hint')}
              rows={2}
              maxLength={2_000}
              value={text}
              onChange={({ target }) => setText(target.value)}
            />
          </Wide>
          <Button type="submit" size="sm" loading={add.isPending} disabled={text.trim() === ''}>
            {t('notes.add')}
          </Button>
        </Form>
      )}
    </>
  );
}
