import { useTranslation } from 'react-i18next';
import { Button } from '../../../components/base/button';
import { Dialog } from '../../../components/overlay/dialog';
import { useRemoveWay, type RemovableWay } from './use-step-changes';

interface RemoveDialogProps {
  readonly way: RemovableWay;
  readonly name: string;
  readonly onClose: () => void;
}

/** Asks before a way is removed, and says what the last one takes along. */
export function RemoveDialog({ way, name, onClose }: RemoveDialogProps) {
  const { t } = useTranslation('step');
  const remove = useRemoveWay();
  return (
    <Dialog
      size="sm"
      open
      onClose={onClose}
      title={t('remove.title', { name })}
      footer={
        <Button
          kind="danger"
          icon="trash"
          loading={remove.isPending}
          onClick={() => remove.mutate(way, { onSettled: onClose })}
        >
          {t('remove.submit')}
        </Button>
      }
    >
      <p>{t('remove.text')}</p>
    </Dialog>
  );
}
