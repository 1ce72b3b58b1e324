import { iconPaths, type IconName } from './icon-paths';

interface IconProps {
  readonly name: IconName;
  /** Pixels; 20 by default. */
  readonly size?: number;
  /** Fills the shape as well, for toggled hearts and stars. */
  readonly filled?: boolean;
}

/** A decorative icon in the colour of the text around it; the words stand beside it or in a label. */
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
