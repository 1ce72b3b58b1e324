import { catalogCalls, DELETE_AT_ONCE, type AdminProduct } from '@pax/contracts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useNoAnswer } from '../../../lib/hooks/use-no-answer';
import { callApi, callErrorOf } from '../../../lib/http/call-api';
import { isTimeout } from '../../../lib/http/time-limit';
import { showToast } from '../../../lib/browser/toast';
import { inPortions, type Portions } from '../../../lib/values/in-portions';
import { applyDeletion, applyProduct, DELETED_PRODUCTS, PANEL_PRODUCTS } from './product-queries';

/** Deletes one or several products, with toasts. @param onGone hears which are gone, and whether that is all */
export function useDeleteProducts(onGone: (ids: readonly number[], isAll: boolean) => void) {
  const { t } = useTranslation('products');
  const client = useQueryClient();
  const noAnswer = useNoAnswer();
  return useMutation({
    mutationFn: async (ids: readonly number[]): Promise<Portions<number>> => {
      const [id = 0] = ids;
      if (ids.length > 1)
        return await inPortions(ids, DELETE_AT_ONCE, async (some) => {
          const { deleted } = await callApi(catalogCalls.deleteProducts, { body: { ids: some } });
          return deleted;
        });
      await callApi(catalogCalls.deleteProduct, { params: { id } });
      return { results: ids, left: 0 };
    },
    onSuccess: ({ results, left, error }, ids) => {
      for (const id of results) applyDeletion(client, id);
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
