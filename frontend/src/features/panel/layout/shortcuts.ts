/** One keyboard shortcut of the panel, as the help names it. */
interface Shortcut {
  /** Key as `useKeyBindings` binds it. */
  readonly key: string;
  /** Catalogue key of what it does, in the area `admin`. */
  readonly label:
    | `keys.${'search' | 'down' | 'up' | 'open' | 'take' | 'complete' | 'archive' | 'refund'}`
    | `keys.${'undo' | 'choose' | 'chooseRange' | 'help' | 'close'}`;
  /** Catalogue key of the key's name, for a key that is not written as it is. */
  readonly name?: `keys.${'enter' | 'shiftX' | 'escape'}`;
  /** Tab in which the palette offers it while it is bound; the keys without one only move about. */
  readonly actIn?: 'orders' | 'anywhere';
}

/** The panel's keyboard shortcuts in the order of the help, without the number keys of the tabs. */
export const SHORTCUTS: readonly Shortcut[] = [
  { key: '/', label: 'keys.search' },
  { key: 'j', label: 'keys.down' },
  { key: 'k', label: 'keys.up' },
  { key: 'Enter', label: 'keys.open', name: 'keys.enter' },
  { key: 't', label: 'keys.take', actIn: 'orders' },
  { key: 'e', label: 'keys.complete', actIn: 'orders' },
  { key: 'a', label: 'keys.archive', actIn: 'orders' },
  { key: 'r', label: 'keys.refund', actIn: 'orders' },
  { key: 'z', label: 'keys.undo', actIn: 'anywhere' },
  { key: 'x', label: 'keys.choose' },
  { key: 'X', label: 'keys.chooseRange', name: 'keys.shiftX' },
  { key: '?', label: 'keys.help', actIn: 'anywhere' },
  { key: 'Escape', label: 'keys.close', name: 'keys.escape' },
];

export const isAppleKeyboard = (): boolean => /Mac|iPhone|iPad/.test(navigator.userAgent);

/** Names the keys that open the palette; `control` is the name of the key Ctrl, which ⌘ replaces on an Apple keyboard. */
export const namePaletteKeys = (control: string): string => `${isAppleKeyboard() ? '⌘' : control} K`;
