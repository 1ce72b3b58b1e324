const channel = (value: number): number => {
  const part = value / 255;
  return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
};

/** Relative luminance (WCAG 2.2) of `#rrggbb`, 0 to 1. */
export function luminance(hex: string): number {
  const value = Number.parseInt(hex.slice(1), 16);
  return (
    0.2126 * channel((value >> 16) & 255) +
    0.7152 * channel((value >> 8) & 255) +
    0.0722 * channel(value & 255)
  );
}

/** Contrast ratio of two opaque colours, 1 to 21. */
export function contrast(one: string, other: string): number {
  const here = luminance(one);
  const there = luminance(other);
  return (Math.max(here, there) + 0.05) / (Math.min(here, there) + 0.05);
}
