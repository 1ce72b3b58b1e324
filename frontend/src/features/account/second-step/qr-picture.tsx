import { chakra } from '@chakra-ui/react/styled-system';
import { encode } from 'uqr';

/** Empty modules around a code, without which readers do not find it. */
const QUIET_ZONE = 4;

// Dark on light in both themes: many readers take no inverted code.
const Picture = chakra('svg', {
  base: { display: 'block', width: 'full', maxWidth: '220px', height: 'auto', mx: 'auto', bg: 'white' },
});

/** A text as QR code, drawn in the browser: nobody else learns it. */
export function QrPicture({ text, label }: { readonly text: string; readonly label: string }) {
  const { data, size } = encode(text, { border: QUIET_ZONE });
  const dark = data.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : [])));
  return (
    <Picture role="img" aria-label={label} viewBox={`0 0 ${size} ${size}`} shapeRendering="crispEdges">
      <path fill="black" d={dark.join('')} />
    </Picture>
  );
}
