import type { Rows } from '../http/paged-list';

export interface Versioned {
  readonly id: number;
  readonly version: number;
}

/** Content and sort order of a list. */
export interface ListRule<E> {
  readonly includes: (entity: E) => boolean;
  /** Comparison by the server's sort order; negative if `one` comes first. */
  readonly compare: (one: E, other: E) => number;
}

/** Finds page and index at which an entity belongs; undefined if it belongs beyond the loaded pages. */
function findEntityPosition<E>(
  pages: readonly Rows<E>[],
  entity: E,
  compare: ListRule<E>['compare'],
): readonly [page: number, index: number] | undefined {
  for (const [page, { items }] of pages.entries()) {
    const index = items.findIndex((other) => compare(entity, other) < 0);
    if (index !== -1) return [page, index];
  }
  const last = pages.at(-1);
  return last && last.next === undefined ? [pages.length - 1, last.items.length] : undefined;
}

/**
 * Returns a list with an entity replaced, moved, inserted or removed. The total may be wrong about rows not loaded,
 * until `recountSoon` corrects it.
 */
export function placeEntity<E extends Versioned, P extends Rows<E>>(
  pages: readonly P[],
  entity: E,
  { includes, compare }: ListRule<E>,
): readonly P[] {
  const { id } = entity;
  const known = pages.flatMap(({ items }) => items).find((item) => item.id === id);
  const isHeld = includes(entity);
  if (!known && !isHeld) return pages;
  if (known && isHeld && compare(known, entity) === 0)
    return pages.map((page) =>
      page.items.some((item) => item.id === id)
        ? { ...page, items: page.items.map((item) => (item.id === id ? entity : item)) }
        : page,
    );
  const rest = pages.map((page) => ({ ...page, items: page.items.filter((item) => item.id !== id) }));
  const place = isHeld ? findEntityPosition(rest, entity, compare) : undefined;
  if (!known && !place) return pages;
  const more = Number(isHeld) - Number(known !== undefined);
  return rest.map((page, at) => ({
    ...page,
    total: at === 0 && !page.isCapped ? page.total + more : page.total,
    items: place?.[0] === at ? page.items.toSpliced(place[1], 0, entity) : page.items,
  }));
}
