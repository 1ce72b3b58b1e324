/** The shop's colours, as Discord takes them. */
export const COLOUR = {
  lantern: 0xffb347,
  info: 0x74b9ff,
  money: 0x4fd08a,
  loyalty: 0xb79bff,
  danger: 0xff7a7a,
  quiet: 0x767fa3,
} as const;
