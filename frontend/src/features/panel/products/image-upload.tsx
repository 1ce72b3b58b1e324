import { chakra } from '@chakra-ui/react/styled-system';
import { useTranslation } from 'react-i18next';
import { ProgressLine } from '../../../ui/components/feedback/progress-line';
import { FileButton } from '../../../ui/components/form/file-button';
import { EditNote } from '../shared/edit-parts';
import type { ImageUpload } from './use-upload-image';

const Line = chakra('div', { base: { mt: '1', px: '2' } });

interface UploadButtonProps {
  readonly upload: ImageUpload;
  /** The product's name, for the label of a button that shows an icon alone. */
  readonly name?: string;
}

/** Chooses a picture from the device. */
export function UploadButton({ upload, name }: UploadButtonProps) {
  const { t } = useTranslation('products');
  const onFiles = (files: File[]) => void upload.upload(files);
  if (name === undefined) return <FileButton mt="2" label={t('upload.button')} onFiles={onFiles} />;
  return <FileButton iconOnly label={t('upload.named', { name })} onFiles={onFiles} />;
}

/** How far an upload is, or why it failed. */
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
