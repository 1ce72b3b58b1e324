import type { ReactNode } from 'react';
import type { IconName } from '../../../ui/components/base/icon';
import type { LiveModule } from '../../../lib/realtime/live-module';
import type { PanelRight } from '../access/rights';

/** Props of a tab's count. */
export interface CountProps {
  /** Shortens the count to a few characters, for the icon of a phone's bar. */
  readonly short?: boolean;
}

/** One tab of the panel; link, address, title, number key and live updates come from it. */
export interface PanelTab {
  /** Id of the tab in the address and for unseen marks. */
  readonly id: string;
  readonly icon: IconName;
  /** Catalogue key of its name in the area `admin`. */
  readonly label: `tabs.${string}`;
  /** The right that the tab requires. */
  readonly right: PanelRight;
  /** Component that is loaded when the tab is opened. */
  readonly Tab: (props: object) => ReactNode;
  /** Count next to the tab's name or, shortened, on its icon; renders nothing while unknown. */
  readonly Count: (props: CountProps) => ReactNode;
  /** Live updates of the tab's data. */
  readonly live?: TabLive;
}

/** Live queries of a tab and the handlers of their messages. */
export type TabLive = Omit<LiveModule<'admin'>, 'room'>;
