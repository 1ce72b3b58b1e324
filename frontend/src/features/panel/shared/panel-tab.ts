import type { ReactNode } from 'react';
import type { IconName } from '../../../ui/components/base/icon';
import type { LiveModule } from '../../../lib/realtime/live-module';
import type { PanelRight } from '../access/rights';

/** How the number of a tab is written. */
export interface CountProps {
  /** For the icon of a phone's bar: a few characters. */
  readonly short?: boolean;
}

/** One tab of the panel; link, address, title, number key and live updates come from it. */
export interface PanelTab {
  /** Names it in the address and among the marks of what is new. */
  readonly id: string;
  readonly icon: IconName;
  /** Key of its name in the area `admin`. */
  readonly label: `tabs.${string}`;
  /** The right that the tab requires. */
  readonly right: PanelRight;
  /** Loaded when it is opened. */
  readonly Tab: (props: object) => ReactNode;
  /** The number beside its name, or in short on its icon; nothing while it is unknown. */
  readonly Count: (props: CountProps) => ReactNode;
  /** Live updates of the tab's data. */
  readonly live?: TabLive;
}

/** The queries of a tab that are live, and the handlers of messages about them. */
export type TabLive = Omit<LiveModule<'admin'>, 'room'>;
