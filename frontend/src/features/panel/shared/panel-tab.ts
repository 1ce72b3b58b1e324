import type { ReactNode } from 'react';
import type { IconName } from '../../../ui/components/base/icon';
import type { LiveModule } from '../../../lib/realtime/live-module';
import type { PanelRight } from '../access/rights';

/** Props of the count beside a tab's name. */
export interface CountProps {
  /** True when the count is abbreviated, for the icon in a phone's bar. */
  readonly short?: boolean;
}

/** Definition of one tab of the panel: address, title, right, content, count and live updates. */
export interface PanelTab {
  /** Id of the tab in the address; also the name under which its unseen rows are stored. */
  readonly id: string;
  readonly icon: IconName;
  /** Catalogue key of the tab's name in the area `admin`. */
  readonly label: `tabs.${string}`;
  /** Right that a user needs to see the tab. */
  readonly right: PanelRight;
  /** Component with the tab's content, loaded when the tab is opened. */
  readonly Tab: (props: object) => ReactNode;
  /**
   * Component for the count beside the tab's name or, abbreviated, on its icon; renders nothing until the count is
   * loaded.
   */
  readonly Count: (props: CountProps) => ReactNode;
  /** Realtime handlers and queries of the tab. */
  readonly live?: TabLive;
}

/** Realtime handlers of a tab and the queries that they keep current. */
export type TabLive = Omit<LiveModule<'admin'>, 'room'>;
