import { chakra } from '@chakra-ui/react/styled-system';
import { DELETION_DAYS, NAME_RESTS_DAYS } from '@pax/contracts';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../../ui/components/base/button';
import { Dialog } from '../../../ui/components/overlay/dialog';

const Body = chakra('div', { base: { display: 'grid', gap: '4' } });
const List = chakra('ul', {
  base: { display: 'grid', gap: '2', ps: '5', listStyleType: 'square', color: 'muted' },
});
const Buttons = chakra('div', {
  base: { display: 'flex', flexWrap: 'wrap', gap: '2', '& > *': { flex: '1 0 auto' } },
});
const POINTS = ['gone', 'balances', 'books', 'name'] as const;

interface DeleteDialogProps {
  readonly open: boolean;
  readonly isPending: boolean;
  readonly onClose: () => void;
  readonly onConfirm: () => void;
}

/** The second step of a deletion: says what goes, what stays, and until when it can be taken back. */
export function DeleteDialog({ open, isPending, onClose, onConfirm }: DeleteDialogProps) {
  const { t } = useTranslation('security');
  const keep = useRef<HTMLButtonElement>(null);
  return (
    <Dialog
      size="sm"
      open={open}
      onClose={onClose}
      title={t('data.confirm.title')}
      initialFocus={keep}
      footer={
        <Buttons>
          <Button ref={keep} onClick={onClose}>
            {t('data.confirm.cancel')}
          </Button>
          <Button kind="danger" loading={isPending} onClick={onConfirm}>
            {t('data.confirm.submit', { count: DELETION_DAYS })}
          </Button>
        </Buttons>
      }
    >
      <Body>
        <p>{t('data.confirm.text', { count: DELETION_DAYS })}</p>
        <List>
          {POINTS.map((point) => (
            <li key={point}>{t(`data.confirm.points.${point}`, { count: NAME_RESTS_DAYS })}</li>
          ))}
        </List>
      </Body>
    </Dialog>
  );
}
