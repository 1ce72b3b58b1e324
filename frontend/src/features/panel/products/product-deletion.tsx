import { catalogCalls, MAX_DELETED_AT_ONCE, type AdminProduct } from '@pax/contracts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useCallback, useState, useRef } from 'react';
import { chakra } from '@chakra-ui/react/styled-system';
import { useReportTimeout } from '../../../lib/hooks/use-report-timeout';
import { callApi, callErrorCodeOf } from '../../../lib/http/call-api';
import { isTimeout } from '../../../lib/http/time-limit';
import { showToast } from '../../../lib/browser/toast';
import { runInBatches, type BatchOutcome } from '../../../lib/values/in-batches';
import { applyProductDeletion, applyProductState, DELETED_PRODUCTS, PANEL_PRODUCTS } from './product-queries';
import { Button } from '../../../ui/components/base/button';
import { Dialog } from '../../../ui/components/overlay/dialog';
import { useLastDefined } from '../../../lib/hooks/use-last-defined';
import { usePanelLanguage } from '../shared/panel-language';

/**
 * Deletes products and shows toasts.
 *
 * @param onGone called with the deleted ids, and whether all of the products were deleted
 */
function useDeleteProducts(onGone: (ids: readonly number[], isAll: boolean) => void) {
  const { t } = useTranslation('products');
  const client = useQueryClient();
  const noAnswer = useReportTimeout();
  return useMutation({
    mutationFn: async (ids: readonly number[]): Promise<BatchOutcome<number>> => {
      const [id = 0] = ids;
      if (ids.length > 1)
        return await runInBatches(ids, MAX_DELETED_AT_ONCE, async (some) => {
          const { deleted } = await callApi(catalogCalls.deleteProducts, { body: { ids: some } });
          return deleted;
        });
      await callApi(catalogCalls.deleteProduct, { params: { id } });
      return { results: ids, left: 0 };
    },
    onSuccess: ({ results, left, error }, ids) => {
      for (const id of results) applyProductDeletion(client, id);
      onGone(results, left === 0);
      const done = results.length;
      if (left === 0) return showToast({ title: t('delete.done', { count: done }), kind: 'success' });
      void client.invalidateQueries({ queryKey: PANEL_PRODUCTS });
      showToast({
        title: t('delete.part', { done, all: ids.length }),
        description: t(isTimeout(error) ? 'delete.leftUnknown' : 'delete.left', { count: left }),
        kind: 'error',
      });
    },
    onError: (error, ids) => {
      void client.invalidateQueries({ queryKey: PANEL_PRODUCTS });
      if (!noAnswer(error))
        showToast({
          title: t('failed'),
          description: t('delete.failed', { count: ids.length }),
          kind: 'error',
        });
    },
  });
}

/** Restores a deleted product and shows a toast. */
export function useRestoreProduct() {
  const { t } = useTranslation('products');
  const client = useQueryClient();
  const noAnswer = useReportTimeout();
  return useMutation({
    mutationFn: ({ id }: AdminProduct) => callApi(catalogCalls.restoreProduct, { params: { id } }),
    onSuccess: (now) => {
      applyProductState(client, now);
      showToast({ title: t('restore.done'), description: now.name, kind: 'success' });
    },
    onError: (error, { name }) => {
      const isGone = callErrorCodeOf(catalogCalls.restoreProduct, error) === 'PRODUCT_NOT_FOUND';
      void client.invalidateQueries({ queryKey: DELETED_PRODUCTS });
      if (isGone) void client.invalidateQueries({ queryKey: PANEL_PRODUCTS });
      if (!noAnswer(error))
        showToast({ title: t('failed'), description: t('restore.failed', { name }), kind: 'error' });
    },
  });
}

export interface SelectedProducts {
  /** Products that are both selected and shown. */
  readonly products: readonly AdminProduct[];
  readonly select: (id: number, selected: boolean) => void;
  readonly selectAll: () => void;
  readonly clear: () => void;
  /** Removes deleted products from the selection, so that they are not selected after being restored. */
  readonly drop: (gone: readonly number[]) => void;
}

/** State of the selection among the shown products. */
export function useSelectedProducts(shown: readonly AdminProduct[]): SelectedProducts {
  const [ids, setIds] = useState<ReadonlySet<number>>(new Set());
  const select = useCallback(
    (id: number, selected: boolean) =>
      setIds((known) => new Set(selected ? [...known, id] : [...known].filter((other) => other !== id))),
    [],
  );
  return {
    products: shown.filter(({ id }) => ids.has(id)),
    select,
    selectAll: () => setIds(new Set(shown.map(({ id }) => id))),
    clear: () => setIds(new Set()),
    drop: (gone) => setIds((known) => new Set([...known].filter((id) => !gone.includes(id)))),
  };
}

const Bar = chakra('div', {
  base: {
    display: 'flex',
    flexWrap: 'wrap',
    alignItems: 'center',
    gap: '2',
    px: { base: '4', lg: '6' },
    py: '2',
    bg: 'surface',
    borderTopWidth: '2px',
    borderColor: 'accent',
    animation: 'riseIn 200ms cubic-bezier(0.2, 0.8, 0.2, 1)',
  },
});
const Count = chakra('p', { base: { me: 'auto', fontWeight: 'semibold', fontSize: 'sm' } });

interface SelectionBarProps {
  readonly count: number;
  readonly onClear: () => void;
  readonly onDelete: () => void;
}

/** Bar with actions for the selected products; slides up when the first product is selected. */
export function SelectionBar({ count, onClear, onDelete }: SelectionBarProps) {
  const { t } = useTranslation('products');
  return (
    <Bar role="group" aria-label={t('select.bar')}>
      <Count aria-live="polite">{t('select.count', { count })}</Count>
      <Button kind="bare" size="sm" onClick={onClear}>
        {t('select.clear')}
      </Button>
      <Button kind="danger" size="sm" icon="trash" onClick={onDelete}>
        {t('select.delete')}
      </Button>
    </Bar>
  );
}

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

interface DeleteProductsDialogProps {
  /** Products to delete; empty while the dialog is closed. */
  readonly products: readonly AdminProduct[];
  readonly onClose: () => void;
  /** Called with the ids of the deleted products; the dialog stays open for those that could not be deleted. */
  readonly onGone: (ids: readonly number[]) => void;
}

/** Dialog that confirms deleting products; asks twice if there are several. */
export function DeleteProductsDialog({ products: asked, onClose, onGone }: DeleteProductsDialogProps) {
  const { t } = useTranslation('products');
  const lang = usePanelLanguage();
  const isOpen = asked.length > 0;
  const products = useLastDefined(isOpen ? asked : undefined) ?? asked;
  const [sure, setSure] = useState(false);
  const keep = useRef<HTMLButtonElement>(null);
  const closeDialog = () => {
    setSure(false);
    onClose();
  };
  const { mutate, isPending } = useDeleteProducts((ids, isAll) => {
    onGone(ids);
    if (isAll) closeDialog();
  });
  const count = products.length;
  const confirmOrDelete = () => {
    if (count > 1 && !sure) {
      setSure(true);
      keep.current?.focus();
    } else mutate(products.map(({ id }) => id));
  };
  return (
    <Dialog
      size="sm"
      open={isOpen}
      onClose={closeDialog}
      initialFocus={keep}
      title={<span lang={lang}>{t(sure ? 'delete.sure' : 'delete.ask', { count })}</span>}
      footer={
        <Answers lang={lang}>
          <Button kind="danger" size="lg" loading={isPending} onClick={confirmOrDelete}>
            {t(sure ? 'delete.yesAll' : 'delete.yes', { count })}
          </Button>
          <Button ref={keep} size="lg" onClick={closeDialog}>
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
