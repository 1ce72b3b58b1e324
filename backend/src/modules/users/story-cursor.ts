import type { AccountEvent } from '@pax/contracts';
import { idOfCursor } from '../../common/http/list-cursor.js';
import { ShopError } from '../../common/problem.js';

/** Where a page of a story starts, in each of the lists that it is made of. */
export interface StoryStart {
  readonly audit: number;
  readonly reason: number;
  readonly notice: number;
}

const SOURCES = ['audit', 'reason', 'notice'] as const;
const MARK = '~';
/** Above every id. */
const BEGINNING = 999_999_999_999_999;

/** @throws ShopError VALIDATION for what is no cursor of a story */
export function readStart(cursor: string | undefined): StoryStart {
  const parts = cursor === undefined ? SOURCES.map(() => String(BEGINNING)) : cursor.split(MARK);
  if (parts.length !== SOURCES.length) throw new ShopError('VALIDATION', 'cursor: not a cursor of this list');
  const [audit = 0, reason = 0, notice = 0] = parts.map(idOfCursor);
  return { audit, reason, notice };
}

/** The cursor after the items of a page: in each list the last that was shown. */
export function cursorAfter(start: StoryStart, items: readonly AccountEvent[]): string {
  const lastOf = (source: keyof StoryStart): number => {
    const last = items.findLast(({ id }) => id.startsWith(`${source}-`));
    return last ? Number(last.id.slice(source.length + 1)) : start[source];
  };
  return SOURCES.map(lastOf).join(MARK);
}
