import { chakra } from '@chakra-ui/react/styled-system';
import type { AdminProduct } from '@pax/contracts';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../../ui/components/base/button';
import { Dialog } from '../../../ui/components/overlay/dialog';
import { useLastDefined } from '../../../lib/hooks/use-last-defined';
import { usePanelLang } from '../shared/german';
import { useDeleteProducts } from './use-product-deletion';

const Body = chakra('div', { base: { display: 'grid', gap: '3' } });
const Names = chakra('ul', {
  base: {
    display: 'grid',
    gap: '1',
    maxHeight: '180px',
    overflowY: 'auto',
    ps: '3',
    borderInlineStartWidth: '3px',
    borderColor: 'danger',
    overflowWrap: 'anywhere',
  },
});
const Quiet = chakra('p', { base: { color: 'muted', textStyle: 'small' } });
const Answers = chakra('div', {
  base: { display: 'flex', flexWrap: 'wrap', gap: '2', width: 'full', '& > *': { flex: '1 0 auto' } },
});

interface DeleteDialogProps {
  /** Products to delete; empty while the dialog is closed. */
  readonly products: readonly AdminProduct[];
  readonly onClose: () => void;
  /** Called with the deleted ids; the dialog stays open for the others. */
  readonly onGone: (ids: readonly number[]) => void;
}

/** Asks before deleting products, and twice for several. */
export function DeleteDialog({ products: asked, onClose, onGone }: DeleteDialogProps) {
  const { t } = useTranslation('products');
  const lang = usePanelLang();
  const isOpen = asked.length > 0;
  const products = useLastDefined(isOpen ? asked : undefined) ?? asked;
  const [sure, setSure] = useState(false);
  const keep = useRef<HTMLButtonElement>(null);
  const close = () => {
    setSure(false);
    onClose();
  };
  const { mutate, isPending } = useDeleteProducts((ids, isAll) => {
    onGone(ids);
    if (isAll) close();
  });
  const count = products.length;
  const next = () => {
    if (count > 1 && !sure) {
      setSure(true);
      keep.current?.focus();
    } else mutate(products.map(({ id }) => id));
  };
  return (
    <Dialog
      size="sm"
      open={isOpen}
      onClose={close}
      initialFocus={keep}
      title={<span lang={lang}>{t(sure ? 'delete.sure' : 'delete.ask', { count })}</span>}
      footer={
        <Answers lang={lang}>
          <Button kind="danger" size="lg" loading={isPending} onClick={next}>
            {t(sure ? 'delete.yesAll' : 'delete.yes', { count })}
          </Button>
          <Button ref={keep} size="lg" onClick={close}>
            {t('delete.no')}
          </Button>
        </Answers>
      }
    >
      <Body lang={lang}>
        <Names>
          {products.map(({ id, name }) => (
            <li key={id}>{name}</li>
          ))}
        </Names>
        <Quiet aria-live="polite">{sure ? t('delete.sureText') : t('delete.text', { count })}</Quiet>
      </Body>
    </Dialog>
  );
}
