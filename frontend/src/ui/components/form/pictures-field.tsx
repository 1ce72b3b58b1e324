import { MAX_TICKET_PICTURES, ticketCalls } from '@pax/contracts';
import { useEffect, useRef, useState, useId } from 'react';
import { chakra } from '@chakra-ui/react/styled-system';
import { useTranslation } from 'react-i18next';
import { pictureProblemOf, uploadFile, type PictureProblem } from '../../../lib/http/file-transfer';
import { pictureFileProblem } from '../../../lib/values/picture-file';
import { ArtImage } from '../base/art-image';
import { IconButton } from '../base/icon-button';
import { VisuallyHidden } from '../base/visually-hidden';
import { ProgressLine, FileButton } from './file-upload';

/** Picture that the user attached to a form. */
interface FormPicture {
  readonly key: number;
  readonly name: string;
  /** Object URL by which the browser shows the picture before the upload. */
  readonly preview: string;
  /** Uploaded part of the file, 0 to 1. */
  readonly share: number;
  readonly isSent: boolean;
  readonly problem?: PictureProblem | undefined;
}

interface UploadTask {
  readonly file: File;
  readonly preview: string;
  end: AbortController;
  /** Secret by which the ticket call refers to the uploaded picture; undefined when the upload was refused. */
  done: Promise<string | undefined>;
}

/** State of the pictures of a ticket; each picture is uploaded as soon as it is added. */
export function useTicketPictures() {
  const [pictures, setPictures] = useState<readonly FormPicture[]>([]);
  const [refused, setRefused] = useState<'type' | 'size' | 'many'>();
  const tasks = useRef(new Map<number, UploadTask>());
  const nextKey = useRef(0);
  const changePicture = (key: number, now: Partial<FormPicture>) =>
    setPictures((all) => all.map((one) => (one.key === key ? { ...one, ...now } : one)));

  const uploadPicture = (key: number, file: File, preview: string) => {
    const end = new AbortController();
    const { signal } = end;
    const uploadAndStoreSecret = async (): Promise<string | undefined> => {
      try {
        const onProgress = (share: number) => changePicture(key, { share });
        const { attachment } = await uploadFile(ticketCalls.uploadAttachment, file, { signal, onProgress });
        changePicture(key, { isSent: true, share: 1 });
        return attachment;
      } catch (error) {
        changePicture(key, { problem: pictureProblemOf(error) });
        return undefined;
      }
    };
    tasks.current.set(key, { file, preview, end, done: uploadAndStoreSecret() });
  };
  const addPictures = (files: readonly File[]) => {
    const room = MAX_TICKET_PICTURES - pictures.length;
    const right = files.filter((file) => pictureFileProblem(file) === undefined);
    const taken = right.slice(0, room).map((file) => {
      nextKey.current += 1;
      return { key: nextKey.current, file, preview: URL.createObjectURL(file) };
    });
    const wrong = files.map(pictureFileProblem).find(Boolean);
    setRefused(wrong ?? (right.length > room ? 'many' : undefined));
    setPictures((all) => [
      ...all,
      ...taken.map(({ key, file, preview }) => ({ key, name: file.name, preview, share: 0, isSent: false })),
    ]);
    for (const { key, file, preview } of taken) uploadPicture(key, file, preview);
  };
  const removePicture = (key: number) => {
    const task = tasks.current.get(key);
    task?.end.abort();
    if (task) URL.revokeObjectURL(task.preview);
    tasks.current.delete(key);
    setPictures((all) => all.filter((one) => one.key !== key));
    setRefused(undefined);
  };
  const retryPicture = (key: number) => {
    const task = tasks.current.get(key);
    if (!task) return;
    changePicture(key, { problem: undefined, share: 0, isSent: false });
    uploadPicture(key, task.file, task.preview);
  };
  useEffect(() => {
    const { current } = tasks;
    return () => {
      for (const { end, preview } of current.values()) {
        end.abort();
        URL.revokeObjectURL(preview);
      }
    };
  }, []);
  /** Waits for all uploads. Resolves to the secrets of the pictures; undefined when an upload was refused. */
  const waitForUploads = async (): Promise<string[] | undefined> => {
    const all = await Promise.all([...tasks.current.values()].map(({ done }) => done));
    const secrets = all.filter((secret) => secret !== undefined);
    return secrets.length === all.length ? secrets : undefined;
  };
  return {
    pictures,
    refused,
    add: addPictures,
    remove: removePicture,
    retry: retryPicture,
    clear: () => [...tasks.current.keys()].forEach(removePicture),
    retryAll: () => [...tasks.current.keys()].forEach(retryPicture),
    waitForUploads,
  };
}

type TicketPictures = ReturnType<typeof useTicketPictures>;

const Group = chakra('div', {
  base: {
    p: '3',
    borderWidth: '1px',
    borderStyle: 'dashed',
    borderColor: 'edge',
    // In the panel the conversation above needs the space.
    '&[data-compact]:not([data-dropping])': { p: '0', borderStyle: 'none' },
    '&[data-dropping]': { borderColor: 'accent', bg: 'raised' },
  },
});
const Top = chakra('div', {
  base: {
    display: 'flex',
    flexWrap: 'wrap',
    alignItems: 'center',
    justifyContent: 'space-between',
    gap: '3',
  },
});
const Label = chakra('p', { base: { textStyle: 'label' } });
const Hint = chakra('p', { base: { color: 'muted', textStyle: 'small' } });
const Wrong = chakra('p', { base: { color: 'danger', textStyle: 'small', mt: '2' } });
const List = chakra('ul', { base: { display: 'grid', gap: '2', mt: '3' } });
const Item = chakra('li', {
  base: {
    display: 'grid',
    gridTemplateColumns: '72px minmax(0, 1fr) auto',
    alignItems: 'center',
    gap: '3',
    bg: 'bg',
    pe: '1',
  },
});
const Thumb = chakra('span', {
  base: { display: 'grid', width: '72px', height: '54px', overflow: 'hidden' },
});
const Name = chakra('p', {
  base: { textStyle: 'small', overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' },
});
const State = chakra('p', {
  base: { textStyle: 'tiny', color: 'muted', '&[data-wrong]': { color: 'danger' } },
});
const Acts = chakra('span', { base: { display: 'flex' } });

/** Catalogue with the texts: of the sender's pages, or of the panel. */
type PictureTexts = 'support' | 'tickets';

interface PictureItemProps {
  readonly picture: FormPicture;
  readonly field: TicketPictures;
  readonly texts: PictureTexts;
}

function PictureItem({ picture, field, texts }: PictureItemProps) {
  const { t } = useTranslation(texts);
  const { key, name, preview, share, isSent, problem } = picture;
  return (
    <Item>
      <Thumb>
        <ArtImage src={preview} size={72} fit="cover" />
      </Thumb>
      <div>
        <Name>{name}</Name>
        {problem ? (
          <State data-wrong="" role="alert">
            {t(`pictures.problem.${problem}`)}
          </State>
        ) : isSent ? (
          <State>{t('pictures.ready')}</State>
        ) : (
          <ProgressLine label={t('pictures.sending', { name })} share={share} />
        )}
      </div>
      <Acts>
        {problem && (
          <IconButton
            size="sm"
            icon="refresh"
            label={t('pictures.again', { name })}
            onClick={() => field.retry(key)}
          />
        )}
        <IconButton
          size="sm"
          icon="close"
          label={t('pictures.remove', { name })}
          onClick={() => field.remove(key)}
        />
      </Acts>
    </Item>
  );
}

interface PicturesFieldProps {
  readonly field: TicketPictures;
  /** True while files are dragged over the form. */
  readonly isOver: boolean;
  readonly texts?: PictureTexts;
}

/** Field to attach pictures to a ticket, or to a message of one, that is not sent yet. */
export function PicturesField({ field, isOver, texts = 'support' }: PicturesFieldProps) {
  const { t } = useTranslation(texts);
  const hint = useId();
  const { pictures, refused } = field;
  const isCompact = texts === 'tickets' && pictures.length === 0;
  return (
    <Group
      role="group"
      aria-label={t('pictures.label')}
      data-compact={isCompact ? '' : undefined}
      data-dropping={isOver ? '' : undefined}
    >
      <Top>
        {isCompact ? (
          <VisuallyHidden id={hint}>{t('pictures.hint', { count: MAX_TICKET_PICTURES })}</VisuallyHidden>
        ) : (
          <div>
            <Label aria-hidden>{t('pictures.label')}</Label>
            <Hint id={hint}>{t('pictures.hint', { count: MAX_TICKET_PICTURES })}</Hint>
          </div>
        )}
        <FileButton
          multiple
          label={t('pictures.add')}
          aria-describedby={hint}
          disabled={pictures.length >= MAX_TICKET_PICTURES}
          onFiles={field.add}
        />
      </Top>
      {refused && (
        <Wrong role="alert">{t(`pictures.problem.${refused}`, { count: MAX_TICKET_PICTURES })}</Wrong>
      )}
      {pictures.length > 0 && (
        <List>
          {pictures.map((picture) => (
            <PictureItem key={picture.key} picture={picture} field={field} texts={texts} />
          ))}
        </List>
      )}
    </Group>
  );
}
