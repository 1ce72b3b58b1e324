/** SVG paths of the icons on a grid of 24 px, with square line ends and mostly right angles. */
export const iconPaths = {
  alert: 'M12 4 21 20H3Z M12 10v4 M12 17v.5',
  archive: 'M3 4h18v5H3Z M5 9v11h14V9 M10 13h4',
  arrowLeft: 'M20 12H5 M11 5l-7 7 7 7',
  arrowRight: 'M4 12h15 M13 5l7 7-7 7',
  arrowUp: 'M12 20V5 M5 11l7-7 7 7',
  bell: 'M6 17V10h0a6 6 0 0 1 12 0v7 M3 17h18 M10 20h4',
  box: 'M12 3 20 7.5v9L12 21 4 16.5v-9Z M4 7.5l8 4.5 8-4.5 M12 12v9',
  cart: 'M2 4h3l2.5 11H18l2-8H6 M9 19.5h.5 M16 19.5h.5',
  chart: 'M4 4v16h16 M8 20v-6h3v6 M13 20V9h3v11 M18 20V6h2v14',
  chat: 'M3 4h18v13H11l-5 4v-4H3Z M8 9h8 M8 12.5h5',
  check: 'M4 12.5 9.5 18 20 6.5',
  chevronDown: 'M6 9l6 6 6-6',
  chevronRight: 'M9 6l6 6-6 6',
  clock: 'M8 3h8l5 5v8l-5 5H8l-5-5V8Z M12 7v5.5l3.5 2',
  close: 'M5 5l14 14 M19 5 5 19',
  coins: 'M4 5h10v4H4Z M4 9h10v5H4Z M4 14h10v5H4Z M14 12h6v3.5h-6Z M14 15.5h6V19h-6Z',
  copy: 'M8 8h12v12H8Z M4 16V4h12',
  download: 'M12 4v11 M7 10l5 5 5-5 M4 16v4h16v-4',
  external: 'M13 4h7v7 M20 4 10 14 M17 14v6H4V7h6',
  eye: 'M2 12l5-5h10l5 5-5 5H7Z M10 10h4v4h-4Z',
  eyeOff: 'M2 12l5-5h10l5 5-5 5H7Z M4 20 20 4',
  filter: 'M3 5h18 M6.5 12h11 M10 19h4',
  gift: 'M3 8h18v4H3Z M5 12v8h14v-8 M12 8v12 M12 8H8V4h4Z M12 8h4V4h-4Z',
  globe: 'M8 3h8l5 5v8l-5 5H8l-5-5V8Z M3 12h18 M12 3l-4 5v8l4 5 M12 3l4 5v8l-4 5',
  heart: 'M4 5h4l4 4 4-4h4l1 1v6l-9 8.5L3 12V6Z',
  home: 'M3 11 12 4l9 7 M6 9v11h12V9 M10 20v-6h4v6',
  image: 'M3 5h18v14H3Z M3 16l5-5 5 5 3-3 5 4 M15.5 9h.5',
  info: 'M4 4h16v16H4Z M12 11v5 M12 7.5V8',
  keyboard: 'M3 6h18v12H3Z M7 10h.5 M11 10h.5 M15 10h.5 M8 14h8',
  lock: 'M5 11h14v9H5Z M8 11V7l2-3h4l2 3v4 M12 14.5v2',
  logout: 'M14 4H4v16h10 M10 12h10 M16 8l4 4-4 4',
  menu: 'M3 6h18 M3 12h18 M3 18h18',
  minus: 'M5 12h14',
  moon: 'M14 3H9L4 8v8l5 5h7l4-4v-2h-5l-4-4V7Z',
  more: 'M5 12h.5 M12 12h.5 M19 12h.5',
  monitor: 'M3 4h18v12H3Z M12 16v4 M7 20h10',
  phone: 'M7 2h10v20H7Z M11 18.5h2',
  plus: 'M5 12h14 M12 5v14',
  printer: 'M7 8V3h10v5 M7 17H3V8h18v9h-4 M7 14h10v7H7Z',
  receipt: 'M5 3h14v18l-2.5-2-2 2-2.5-2-2.5 2-2-2L5 21Z M9 8h6 M9 12h6',
  refresh: 'M20 5v5h-5 M4 19v-5h5 M19 10A7.5 7.5 0 0 0 5.5 8.5 M5 14a7.5 7.5 0 0 0 13.5 1.5',
  search: 'M7 4h6l4 4v5l-4 4H7l-4-4V8Z M15 15l6 6',
  settings: 'M4 7h8 M16 7h4 M12 5v4h4V5Z M4 17h4 M12 17h8 M8 15v4h4v-4Z',
  share: 'M12 15V4 M7 8l5-5 5 5 M5 12v8h14v-8',
  shield: 'M12 3 20 6v7l-8 8-8-8V6Z M8.5 11.5 11 14l4.5-4.5',
  star: 'M12 3l2.8 6H21l-4.8 4.4L18 20l-6-3.8L6 20l1.8-6.6L3 9h6.2Z',
  sun: 'M8 8h8v8H8Z M12 2v2.5 M12 19.5V22 M2 12h2.5 M19.5 12H22 M5 5l1.5 1.5 M17.5 17.5 19 19 M19 5l-1.5 1.5 M6.5 17.5 5 19',
  tag: 'M4 4h8l8 8-8 8-8-8Z M8.5 8v.5',
  trash: 'M4 7h16 M9 7V4h6v3 M6 7l1 13h10l1-13 M10 11v5 M14 11v5',
  truck: 'M2 6h12v11H2Z M14 10h4l4 4v3h-8Z M6 19.5h.5 M17 19.5h.5',
  upload: 'M12 16V4 M7 9l5-5 5 5 M4 15v5h16v-5',
  user: 'M8 4h8v7H8Z M4 20v-5h16v5',
  wallet: 'M3 6h15v3h3v11H3Z M18 9H3 M16 14.5h.5',
  zap: 'M13 2 5 13h6l-1 9 9-12h-6Z',
} as const;

export type IconName = keyof typeof iconPaths;

interface IconProps {
  readonly name: IconName;
  /** Edge length of the icon, px; 20 by default. */
  readonly size?: number;
  /** True when the icon is filled, as for selected hearts and stars. */
  readonly filled?: boolean;
}

/** Icon in the colour of the surrounding text, hidden from screen readers, because a text or label says the same. */
export function Icon({ name, size = 20, filled = false }: IconProps) {
  return (
    <svg
      width={size}
      height={size}
      viewBox="0 0 24 24"
      fill={filled ? 'currentColor' : 'none'}
      stroke="currentColor"
      strokeWidth={2}
      strokeLinecap="square"
      strokeLinejoin="miter"
      aria-hidden="true"
      focusable="false"
    >
      <path d={iconPaths[name]} />
    </svg>
  );
}
