import {
  adminProduct,
  catalogCalls,
  PRODUCT_FAULTS,
  type ProductFault,
  type UpdateProductRequest,
} from '@pax/contracts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useReportTimeout } from '../../../lib/hooks/use-report-timeout';
import { callApi, callErrorCodeOf } from '../../../lib/http/call-api';
import { ApiError } from '../../../lib/http/fetcher';
import { showToast } from '../../../lib/browser/toast';
import type { SaveOutcome } from '../shared/use-draft';
import { applyProductDeletion, applyProductState, findProduct } from './product-queries';

/** Returns which contradiction between fields made the server refuse a product; undefined if it had another reason. */
export const productFaultOf = (error: unknown): ProductFault | undefined =>
  error instanceof ApiError ? PRODUCT_FAULTS.find((known) => known === error.problem?.['reason']) : undefined;

/** Change of a product: either of its fields or of its stock. */
export type ProductChange = Omit<UpdateProductRequest, 'version' | 'stockVersion'>;

/** Saves a change with the version that was shown: that of the stock for stock, otherwise that of the fields. */
type EditProduct = (change: ProductChange, version: number | undefined) => Promise<SaveOutcome>;

/**
 * Changes a product with the version that was shown, and shows toasts. If another user was faster, nothing is
 * overwritten and the lists get the current state.
 */
export function useEditProduct(id: number): EditProduct {
  const { t } = useTranslation('products');
  const client = useQueryClient();
  const noAnswer = useReportTimeout();
  const { mutateAsync } = useMutation({
    scope: { id: `product-${id}` },
    mutationFn: async ({ change, version }: { change: ProductChange; version: number | undefined }) => {
      const seen = change.stock === undefined ? { version } : { stockVersion: version };
      return await callApi(catalogCalls.updateProduct, { params: { id }, body: { ...change, ...seen } });
    },
  });
  const showRefusal = (error: unknown, { stock }: ProductChange): SaveOutcome => {
    if (noAnswer(error)) return 'failed';
    const code = callErrorCodeOf(catalogCalls.updateProduct, error);
    const name = findProduct(client, id)?.name ?? '';
    if (code === 'STALE' && error instanceof ApiError) {
      const { data: current } = adminProduct.safeParse(error.problem?.['current']);
      if (current) applyProductState(client, current);
      showToast({ title: t('failed'), description: t('edit.stale', { name }), kind: 'error' });
      return { stale: stock === undefined ? current?.version : current?.stockVersion };
    }
    if (code === 'PRODUCT_NOT_FOUND') applyProductDeletion(client, id);
    const fault = productFaultOf(error);
    const reason = code === 'PRODUCT_NOT_FOUND' ? 'gone' : code === 'VALIDATION' ? 'invalid' : 'failed';
    const description = fault ? t(`fault.${fault}`) : t(`edit.${reason}`, { name });
    showToast({ title: t('failed'), description, kind: 'error' });
    return 'failed';
  };
  return async (change, version) => {
    try {
      const now = await mutateAsync({ change, version });
      applyProductState(client, now);
      showToast({ title: t('edit.done'), description: now.name, kind: 'success' });
      return 'saved';
    } catch (error) {
      return showRefusal(error, change);
    }
  };
}
