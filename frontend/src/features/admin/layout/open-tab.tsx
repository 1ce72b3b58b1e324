import { Suspense } from 'react';
import { ErrorBoundary } from '../../../components/feedback/error-boundary';
import { RowsWaiting } from '../shared/rows-waiting';
import { TabBar, TabLayout, TabRows } from '../shared/tab-parts';
import type { PanelTab } from '../shared/panel-tab';

const waiting = (
  <TabLayout>
    <TabBar minHeight="76px" />
    <TabRows>
      <RowsWaiting />
    </TabRows>
  </TabLayout>
);

/** A tab, with what is shown while its code is loaded or when it fails. */
export function OpenTab({ tab: { id, Tab } }: { readonly tab: Pick<PanelTab, 'id' | 'Tab'> }) {
  return (
    <ErrorBoundary key={id} onError={(error) => globalThis.reportError(error)}>
      <Suspense fallback={waiting}>
        <Tab />
      </Suspense>
    </ErrorBoundary>
  );
}
