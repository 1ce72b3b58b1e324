import type { LiveHandlers, LiveModule } from '../../lib/realtime/live-module';
import { PANEL_TABS } from './layout/panel-tabs';
import type { PanelTab } from './shared/panel-tab';

const lives = PANEL_TABS.flatMap(({ live }: PanelTab) => live ?? []);

/** Realtime module of the admin room, with the handlers of all tabs. */
export const adminLive: LiveModule<'admin'> = {
  room: 'admin',
  queries: lives.flatMap(({ queries }) => queries),
  handlers: lives.reduce<LiveHandlers<'admin'>>((all, { handlers }) => ({ ...all, ...handlers }), {}),
};
