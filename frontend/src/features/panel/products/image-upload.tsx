import { pictureCalls } from '@pax/contracts';
import { useEffect, useRef, useState } from 'react';
import { chakra } from '@chakra-ui/react/styled-system';
import { useTranslation } from 'react-i18next';
import { pictureProblemOf, uploadFile, type PictureProblem } from '../../../lib/http/file-transfer';
import { pictureFileProblem } from '../../../lib/values/picture-file';
import { versionToSend, type SeenValue } from '../shared/use-draft';
import { ProgressLine, FileButton } from '../../../ui/components/form/file-upload';
import { EditNote } from '../shared/edit-in-place';

interface RunningUpload {
  /** Object URL by which the browser shows the file before the upload. */
  readonly preview: string;
  readonly share: number;
}

/**
 * Uploads one picture at a time; a newer one replaces a running upload. The image is saved with the product version
 * shown when the upload began.
 */
export function useUploadImage(
  now: SeenValue,
  onDone: (url: string, version: number | undefined) => unknown,
) {
  const newest = useRef(now);
  useEffect(() => void (newest.current = now));
  const [sending, setSending] = useState<RunningUpload>();
  const [problem, setProblem] = useState<PictureProblem>();
  const running = useRef<AbortController>(undefined);
  useEffect(() => () => running.current?.abort(), []);
  const uploadFirstFile = async ([file]: readonly File[]): Promise<void> => {
    if (!file) return;
    running.current?.abort();
    const seen = newest.current;
    const wrong = pictureFileProblem(file);
    setProblem(wrong);
    setSending(undefined);
    if (wrong) return;
    const { signal } = (running.current = new AbortController());
    const preview = URL.createObjectURL(file);
    const onProgress = (share: number) => !signal.aborted && setSending({ preview, share });
    onProgress(0);
    try {
      const { url } = await uploadFile(pictureCalls.uploadImage, file, { signal, onProgress });
      if (!signal.aborted) await onDone(url, versionToSend(seen, newest.current));
    } catch (error) {
      if (!signal.aborted) setProblem(pictureProblemOf(error));
    } finally {
      if (!signal.aborted) setSending(undefined);
      URL.revokeObjectURL(preview);
    }
  };
  return { upload: uploadFirstFile, problem, ...sending };
}

export type ImageUpload = ReturnType<typeof useUploadImage>;

const Line = chakra('div', { base: { mt: '1', px: '2' } });

interface UploadButtonProps {
  readonly upload: ImageUpload;
  /** Name of the product, for the label of a button that shows only an icon. */
  readonly name?: string;
}

/** Button to choose a picture file on the device. */
export function UploadButton({ upload, name }: UploadButtonProps) {
  const { t } = useTranslation('products');
  const uploadFiles = (files: File[]) => void upload.upload(files);
  if (name === undefined) return <FileButton mt="2" label={t('upload.button')} onFiles={uploadFiles} />;
  return <FileButton iconOnly label={t('upload.named', { name })} onFiles={uploadFiles} />;
}

/** Progress of an upload, or the reason why the upload failed. */
export function UploadState({ upload: { share, problem } }: { readonly upload: ImageUpload }) {
  const { t } = useTranslation('products');
  return (
    <>
      {share !== undefined && (
        <Line>
          <ProgressLine label={t('upload.sending')} share={share} />
        </Line>
      )}
      {problem && <EditNote role="alert">{t(`upload.problem.${problem}`)}</EditNote>}
    </>
  );
}
