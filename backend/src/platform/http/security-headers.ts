import helmet from 'helmet';
import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import type { Settings } from '../../settings.js';

/**
 * SHA-256 of the empty style element that the library Emotion fills by script; the policy allows no other style
 * element.
 */
const EMPTY_STYLE = "'sha256-47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU='";

/** Browser features that the shop's pages may not use, as a Permissions-Policy. */
const PERMISSIONS = 'camera=(), geolocation=(), microphone=(), payment=(), usb=()';

type HeaderSettings = Pick<Settings, 'publicUrl' | 'isHttps' | 'paypal'>;

/**
 * Security headers of every answer. Computed once, because they depend on the settings only, and computing them per
 * answer took a sixth of a busy backend's time.
 */
export function securityHeaders(settings: HeaderSettings): Record<string, string> {
  const request = new IncomingMessage(new Socket());
  const answer = new ServerResponse(request);
  helmet(helmetOptionsFor(settings))(request, answer, () => undefined);
  const headers = Object.entries(answer.getHeaders()).map(([name, value]) => [name, String(value)]);
  return { ...Object.fromEntries(headers), 'permissions-policy': PERMISSIONS };
}

function helmetOptionsFor({ publicUrl, isHttps, paypal }: HeaderSettings) {
  const socket = publicUrl.replace(/^http/, 'ws');
  return {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'self'"],
        scriptSrc: ["'self'"],
        scriptSrcAttr: ["'none'"],
        styleSrc: ["'self'", EMPTY_STYLE],
        imgSrc: ["'self'", 'data:', 'blob:', 'https:'],
        fontSrc: ["'self'"],
        manifestSrc: ["'self'"],
        workerSrc: ["'self'"],
        connectSrc: ["'self'", socket],
        formAction: ["'self'", new URL(paypal.url).origin],
        objectSrc: ["'none'"],
        baseUri: ["'none'"],
        frameAncestors: ["'none'"],
      },
    },
    hsts: isHttps ? { maxAge: 31_536_000, includeSubDomains: true } : (false as const),
    // Forbids framing the shop's pages, for browsers that do not support frame-ancestors.
    xFrameOptions: { action: 'deny' as const },
    crossOriginEmbedderPolicy: false,
    referrerPolicy: { policy: 'strict-origin-when-cross-origin' as const },
  };
}
