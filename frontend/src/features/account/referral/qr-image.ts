import { renderSVG } from 'uqr';

/** Width of the empty border around a QR code in modules, which QR readers require. */
const QUIET_ZONE = 4;

/** Draws a text as QR code in the browser, so that the text is not sent anywhere. */
export const drawQrImage = (text: string): Blob =>
  new Blob([renderSVG(text, { border: QUIET_ZONE })], { type: 'image/svg+xml' });
