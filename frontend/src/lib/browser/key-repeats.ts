const TEXT = 'input, textarea, [contenteditable]:not([contenteditable="false"])';
const MANY_LINES = 'textarea, [contenteditable]:not([contenteditable="false"])';
const CONTROL = 'button, a, summary, [role=button], [role=tab], [role=option], [role^=menuitem]';

/**
 * Ignores repeats of a held key: Enter and Space press a control once, and a key that moved the focus types nothing.
 * Keys that move, delete or write in one place still repeat.
 *
 * @returns a function that stops it
 */
export function ignoreKeyRepeats(): () => void {
  let pressedOn: EventTarget | null = null;
  const ignoreRepeat = (event: KeyboardEvent) => {
    const { key, repeat, target } = event;
    if (!repeat) pressedOn = target;
    if (!repeat || !(target instanceof Element)) return;
    const isText = target.matches(TEXT);
    const isPress =
      (key === 'Enter' && !target.matches(MANY_LINES)) || (key === ' ' && target.closest(CONTROL) !== null);
    const isTypedElsewhere = isText && target !== pressedOn && (key === 'Enter' || key.length === 1);
    if (!isPress && !isTypedElsewhere) return;
    event.preventDefault();
    event.stopPropagation();
  };
  document.addEventListener('keydown', ignoreRepeat, { capture: true });
  return () => document.removeEventListener('keydown', ignoreRepeat, { capture: true });
}
