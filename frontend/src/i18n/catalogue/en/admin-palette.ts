import type { SameKeys } from '../../message-catalogue';
import type { palette as mix } from '../mix/admin-palette';

/** Texts of the palette, which searches the panel and runs its acts. */
export const palette: SameKeys<typeof mix> = {
  open: 'Search',
  title: 'Search and act',
  field: 'Order, name, ticket, product or act',
  results: 'Results',
  acts: 'Acts',
  more: 'More',
  all: 'All matches in {{list}}',
  exportList: 'Export {{list}} as CSV',
  count_one: '{{count}} match',
  count_other: '{{count}} matches',
  searching: 'Searching …',
  none: 'Nothing found',
  noneText: 'Nothing here matches “{{text}}”. A number also works as #12.',
  failed: 'Not everything could be searched.',
  retry: 'Search again',
};
