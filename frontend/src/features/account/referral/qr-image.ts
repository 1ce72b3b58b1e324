import { renderSVG } from 'uqr';

/** Empty modules around a code, without which readers do not find it. */
const QUIET_ZONE = 4;

/** A text as QR code, drawn in the browser: nobody else learns it. */
export const drawQrImage = (text: string): Blob =>
  new Blob([renderSVG(text, { border: QUIET_ZONE })], { type: 'image/svg+xml' });
