import { describe, expect, it } from '@jest/globals';
import { MAX_DELETED_AT_ONCE, deleteProductsRequest, type AdminProduct } from '@pax/contracts';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { useState } from 'react';
import { adminProduct } from '../../../test/product';
import { fakeResponse } from '../../../test/fake-response';
import { mockServer, problemResponse } from '../../../test/mock-server';
import { renderPage } from '../../../test/render-page';
import { DeleteProductsDialog, SelectionBar, useSelectedProducts } from './product-deletion';
import { useAdminProducts } from './product-queries';

const NONE: readonly AdminProduct[] = [];
const many = Array.from({ length: MAX_DELETED_AT_ONCE + 1 }, (_, at) => adminProduct({ id: at + 1 }));
const last = many.slice(MAX_DELETED_AT_ONCE);

/** The tab without its cards, of which 501 would take minutes here. */
function Products() {
  const { data: products = NONE } = useAdminProducts();
  const chosen = useSelectedProducts(products);
  const [isAsked, setAsked] = useState(false);
  return (
    <>
      <button onClick={chosen.selectAll}>all</button>
      <p>{products.length} there</p>
      <SelectionBar count={chosen.products.length} onClear={chosen.clear} onDelete={() => setAsked(true)} />
      <DeleteProductsDialog
        products={isAsked ? chosen.products : NONE}
        onClose={() => setAsked(false)}
        onGone={chosen.drop}
      />
    </>
  );
}

describe('a deletion in several calls', () => {
  it.each([
    [
      'is refused',
      () => problemResponse(500, 'INTERNAL', 'no'),
      'Eines konnte nicht gelöscht werden und ist noch ausgewählt.',
    ],
    [
      'gets no answer',
      () => Promise.reject(new DOMException('late', 'TimeoutError')),
      'Für eines kam keine Antwort. Ob es noch da ist, zeigt die Liste.',
    ],
  ])('tells how many went when a later one %s, and goes on with the rest', async (_, second, description) => {
    const sizes: number[] = [];
    mockServer({
      'GET /api/products': () => fakeResponse(sizes.length > 0 ? last : many),
      'POST /api/admin/products/bulk-delete': (body) => {
        const { ids } = deleteProductsRequest.parse(body);
        sizes.push(ids.length);
        return sizes.length === 2 ? second() : fakeResponse({ deleted: ids });
      },
      [`DELETE /api/admin/products/${MAX_DELETED_AT_ONCE + 1}`]: () => fakeResponse({ success: true }),
    });
    const { toasts } = await renderPage(<Products />);
    await screen.findByText('501 there');
    for (const name of ['all', 'Ausgewählte löschen', 'Löschen', 'Ja, 501 löschen'])
      fireEvent.click(await screen.findByText(name));
    await screen.findByText('1 there');
    expect(toasts).toEqual([{ title: '500 von 501 Produkten gelöscht', description, kind: 'error' }]);
    expect(sizes).toEqual([MAX_DELETED_AT_ONCE, 1]);
    screen.getByText('1 ausgewählt');
    fireEvent.click(within(screen.getByRole('dialog')).getByText('Ja, löschen'));
    await waitFor(() => expect(toasts.at(-1)).toEqual({ title: 'Produkt gelöscht', kind: 'success' }));
    screen.getByText('0 there');
  });
});
