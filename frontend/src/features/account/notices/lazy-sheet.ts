import { loadWithAreas } from '../../../i18n/i18n';
import { lazyComponent } from '../../../lib/lazy/lazy-component';

/** Sheet of the bell, loaded on demand. */
export const LazyNoticeSheet = lazyComponent(
  async () => (await loadWithAreas(import('./notice-sheet'), 'notices')).NoticeSheet,
);
