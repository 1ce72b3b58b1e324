import { describe, expect, it } from '@jest/globals';
import { pageOf } from '../../test/order-lists';
import { placeEntity, type ListRule } from './place-entity';

interface Row {
  readonly id: number;
  readonly version: number;
  readonly first?: boolean;
  readonly gone?: boolean;
}
const row = (id: number, changes: Partial<Row> = {}): Row => ({ id, version: 1, ...changes });
/** Those marked first, then the newest; what is gone belongs elsewhere. */
const rule: ListRule<Row> = {
  includes: ({ gone }) => gone !== true,
  compare: (one, other) => Number(other.first ?? false) - Number(one.first ?? false) || other.id - one.id,
};
const page = (ids: number[], next?: string, total = ids.length) =>
  pageOf(
    ids.map((id) => row(id)),
    { next, total },
  );
const place = (pages: ReturnType<typeof page>[], entity: Row) => {
  const after = placeEntity(pages, entity, rule);
  return { ids: after.map(({ items }) => items.map(({ id }) => id)), total: after[0]?.total };
};

describe('an entity in a list (OWN-125)', () => {
  it('is inserted where it belongs', () => {
    expect(place([page([5, 2])], row(9))).toEqual({ ids: [[9, 5, 2]], total: 3 });
    expect(place([page([5, 2])], row(3))).toEqual({ ids: [[5, 3, 2]], total: 3 });
    expect(place([page([5, 2])], row(1, { first: true }))).toEqual({ ids: [[1, 5, 2]], total: 3 });
    expect(place([page([])], row(3))).toEqual({ ids: [[3]], total: 1 });
  });

  it('is replaced where it stands', () => {
    const newer = row(2, { version: 2 });
    expect(placeEntity([page([5, 2])], newer, rule)[0]?.items[1]).toBe(newer);
  });

  it('moves when its place in the order changes', () => {
    expect(place([page([5, 3, 2])], row(2, { first: true }))).toEqual({ ids: [[2, 5, 3]], total: 3 });
  });

  it('leaves a list that no longer holds it', () => {
    expect(place([page([5, 2])], row(5, { gone: true }))).toEqual({ ids: [[2]], total: 1 });
    expect(place([page([5, 2])], row(7, { gone: true }))).toEqual({ ids: [[5, 2]], total: 2 });
  });

  it('goes to the page where it belongs', () => {
    const pages = [page([9, 7], '7', 40), page([5, 3], '3', 40)];
    expect(place(pages, row(4))).toEqual({
      ids: [
        [9, 7],
        [5, 4, 3],
      ],
      total: 41,
    });
    expect(place(pages, row(3, { first: true }))).toEqual({ ids: [[3, 9, 7], [5]], total: 40 });
  });

  it('is left to the pages that are not loaded', () => {
    const pages = [page([9, 8], '8', 40)];
    expect(placeEntity(pages, row(3), rule)).toBe(pages);
    const marked = [pageOf([row(3, { first: true }), row(9)], { next: '9', total: 40 })];
    expect(place(marked, row(3))).toEqual({ ids: [[9]], total: 40 });
  });
});
