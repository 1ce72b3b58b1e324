/** Duration of the flight, ms. */
const FLIGHT_MS = 420;
const SIZE = 20;

/**
 * Animates a block from the pressed button to the cart (`data-cart-target`). Not under reduced motion;
 * nothing waits for it.
 */
export function flyToCart(from: Element | undefined): void {
  const target = [...document.querySelectorAll('[data-cart-target]')].find(
    (element) => element.clientWidth > 0,
  );
  if (!from || !target || matchMedia('(prefers-reduced-motion: reduce)').matches || !document.body.animate)
    return;
  const start = from.getBoundingClientRect();
  const end = target.getBoundingClientRect();
  const block = document.createElement('span');
  block.setAttribute('aria-hidden', 'true');
  Object.assign(block.style, {
    position: 'fixed',
    zIndex: '900',
    width: `${SIZE}px`,
    height: `${SIZE}px`,
    left: `${start.x + start.width / 2 - SIZE / 2}px`,
    top: `${start.y - SIZE / 2}px`,
    background: 'var(--pax-colors-accent)',
    boxShadow: 'inset 0 4px 0 rgba(255, 255, 255, 0.45), inset -6px 0 0 rgba(0, 0, 0, 0.2)',
    pointerEvents: 'none',
  });
  document.body.append(block);
  const x = end.x + end.width / 2 - (start.x + start.width / 2);
  const y = end.y + end.height / 2 - start.y;
  const flight = block.animate(
    [
      { transform: 'none', opacity: 1 },
      {
        transform: `translate(${x * 0.4}px, ${Math.min(y, 0) * 0.75 - 60}px) rotate(90deg)`,
        opacity: 1,
        offset: 0.5,
      },
      { transform: `translate(${x}px, ${y}px) rotate(180deg) scale(0.5)`, opacity: 0.4 },
    ],
    { duration: FLIGHT_MS, easing: 'cubic-bezier(0.4, 0, 0.4, 1)' },
  );
  flight.addEventListener('finish', () => block.remove());
  flight.addEventListener('cancel', () => block.remove());
}
