import { catalogCalls, DELETE_AT_ONCE, type AdminProduct } from '@pax/contracts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useNoAnswer } from '../../../lib/hooks/use-no-answer';
import { callApi, callErrorOf } from '../../../lib/http/call-api';
import { showToast } from '../../../lib/ui/toast';
import { inPortions } from '../../../lib/values/in-portions';
import { applyDeletion, applyProduct, DELETED_PRODUCTS, PANEL_PRODUCTS } from './product-queries';

/** Deletes one or several products, with toasts (ADMIN-8.1, ADMIN-8.2). */
export function useDeleteProducts(onDone: () => void) {
  const { t } = useTranslation('products');
  const client = useQueryClient();
  const noAnswer = useNoAnswer();
  return useMutation({
    mutationFn: async (ids: readonly number[]): Promise<readonly number[]> => {
      const [id = 0] = ids;
      if (ids.length > 1)
        return await inPortions(ids, DELETE_AT_ONCE, async (some) => {
          const { deleted } = await callApi(catalogCalls.deleteProducts, { body: { ids: some } });
          return deleted;
        });
      await callApi(catalogCalls.deleteProduct, { params: { id } });
      return ids;
    },
    onSuccess: (deleted) => {
      for (const id of deleted) applyDeletion(client, id);
      showToast({ title: t('delete.done', { count: deleted.length }), kind: 'success' });
      onDone();
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

/** Brings a deleted product back, with toasts. */
export function useRestoreProduct() {
  const { t } = useTranslation('products');
  const client = useQueryClient();
  const noAnswer = useNoAnswer();
  return useMutation({
    mutationFn: ({ id }: AdminProduct) => callApi(catalogCalls.restoreProduct, { params: { id } }),
    onSuccess: (now) => {
      applyProduct(client, now);
      showToast({ title: t('restore.done'), description: now.name, kind: 'success' });
    },
    onError: (error, { name }) => {
      const isGone = callErrorOf(catalogCalls.restoreProduct, error) === 'PRODUCT_NOT_FOUND';
      void client.invalidateQueries({ queryKey: DELETED_PRODUCTS });
      if (isGone) void client.invalidateQueries({ queryKey: PANEL_PRODUCTS });
      if (!noAnswer(error))
        showToast({ title: t('failed'), description: t('restore.failed', { name }), kind: 'error' });
    },
  });
}
