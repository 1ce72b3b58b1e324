import { z } from 'zod';
import { optionalLine } from '../entities/fields.js';
import type { StaffRight } from '../entities/rights.js';
import { defineCall } from './call-definition.js';
import { OVERVIEW_PERIODS } from './overview.js';

const EXPORTED_LISTS = ['orders', 'archive', 'users', 'tickets', 'products', 'overview'] as const;
export type ExportedList = (typeof EXPORTED_LISTS)[number];
/** Right that the export of a list needs: that of its tab. */
export const EXPORT_RIGHTS: Readonly<Record<ExportedList, StaffRight>> = {
  orders: 'orders',
  archive: 'orders',
  users: 'users',
  tickets: 'tickets',
  products: 'products',
  overview: 'orders',
};

/**
 * Filters of the list, as its own call takes them; `period` is the overview's. Spreadsheets in German need the decimal
 * `comma`, and then `;` between cells.
 */
export const exportQuery = z.strictObject({
  q: optionalLine(100).optional(),
  state: optionalLine(40).optional(),
  sort: optionalLine(40).optional(),
  period: z.enum(OVERVIEW_PERIODS).default('today'),
  decimals: z.enum(['point', 'comma']).optional(),
});
export type ExportQuery = z.infer<typeof exportQuery>;

/** Calls that download a list of the panel. */
export const exportCalls = {
  exportList: defineCall({
    method: 'GET',
    path: '/api/admin/exports/:list',
    params: { list: z.enum(EXPORTED_LISTS) },
    access: 'staff',
    right: 'any',
    summary:
      'All rows of a list as CSV, with the filters of the list and its right; amounts need the right `money`. Audited.',
    query: exportQuery,
    media: 'text/csv',
    bounds: { perAccount: { name: 'exports', points: 60, windowMs: 3_600_000 } },
  }),
} as const;
