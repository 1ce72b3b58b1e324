import { receiptCalls } from '@pax/contracts';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link, useSearchParams } from 'react-router-dom';
import { Button, ButtonLink } from '../../../ui/components/base/button';
import { Page } from '../../../ui/components/base/page';
import { PaperColumn, PaperActions } from '../../../ui/components/base/paper';
import { VisuallyHidden } from '../../../ui/components/base/visually-hidden';
import { EmptyState, ErrorState } from '../../../ui/components/feedback/empty-state';
import { Loading, Skeleton } from '../../../ui/components/feedback/skeleton';
import { useDocumentTitle } from '../../../lib/hooks/use-title';
import { queryOptionsFor } from '../../../lib/http/call-api';
import { ApiError, isUnauthenticated } from '../../../lib/http/fetcher';
import { signInAddress } from '../../../lib/values/sign-in-address';
import { receiptAddress } from '../../../lib/values/urls';
import { ReceiptPaper } from './receipt-paper';
import { TextElement } from '../../../ui/components/base/text-element';

/** Explains why a receipt cannot be shown, and what the user can do. */
function MissingReceipt({ reference, error }: { readonly reference: string; readonly error: unknown }) {
  const { t } = useTranslation('receipt');
  const isVisitor = isUnauthenticated(error);
  const target = isVisitor ? signInAddress(receiptAddress(reference)) : '/account?tab=orders';
  return (
    <EmptyState
      title={t('none')}
      sentence={t(isVisitor ? 'signInText' : 'noneText')}
      action={
        <ButtonLink asChild kind="primary">
          <Link to={target}>{t(isVisitor ? 'signIn' : 'orders')}</Link>
        </ButtonLink>
      }
    />
  );
}

/** Page with the receipt of a paid purchase, which its buyer can read and print. */
export function ReceiptPage() {
  const { t } = useTranslation(['receipt', 'shop']);
  const [params] = useSearchParams();
  const reference = params.get('checkout') ?? '';
  const receipt = useQuery({
    ...queryOptionsFor(receiptCalls.receipt, { ref: reference }),
    enabled: reference !== '',
    staleTime: 0,
    refetchOnMount: 'always',
  });
  useDocumentTitle(t('shop:title.page', { page: t('receipt:page') }));
  const isKnown = receipt.error instanceof ApiError && receipt.error.status < 500;
  const renderReceiptOrReason = () => {
    if (receipt.data)
      return (
        <>
          <PaperActions>
            <Button kind="primary" icon="printer" onClick={() => globalThis.print()}>
              {t('receipt:print')}
            </Button>
            <ButtonLink asChild>
              <Link to="/account?tab=orders">{t('receipt:orders')}</Link>
            </ButtonLink>
          </PaperActions>
          <ReceiptPaper receipt={receipt.data} />
        </>
      );
    if (reference === '' || isKnown) return <MissingReceipt reference={reference} error={receipt.error} />;
    if (receipt.isError)
      return <ErrorState sentence={t('receipt:failed')} onRetry={() => void receipt.refetch()} />;
    return (
      <Loading label={t('receipt:loading')}>
        <Skeleton height="640px" />
      </Loading>
    );
  };
  return (
    <Page>
      <PaperColumn>
        {!receipt.data && (
          <VisuallyHidden asChild>
            <h1>{t('receipt:page')}</h1>
          </VisuallyHidden>
        )}
        <TextElement>{renderReceiptOrReason()}</TextElement>
      </PaperColumn>
    </Page>
  );
}
