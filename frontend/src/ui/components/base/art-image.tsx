import { chakra } from '@chakra-ui/react/styled-system';
import { useState } from 'react';
import { Icon } from './icon';

interface ArtImageProps {
  /** Path of a picture of the shop (`/art/coins-10m.svg`) or an https address; may be empty. */
  readonly src: string;
  /** Alternative text for screen readers; empty where the name stands beside the picture. */
  readonly alt?: string;
  /** Edge length of the square picture, px. */
  readonly size?: number;
  /** How the picture fits into its box; `contain-zoom` shows it whole and slightly enlarged. */
  readonly fit?: 'contain' | 'cover' | 'contain-zoom';
  readonly eager?: boolean;
}

const Picture = chakra('img', { base: { width: 'full', height: 'full', objectFit: 'contain' } });
const Blank = chakra('span', {
  base: { display: 'grid', placeItems: 'center', width: 'full', height: 'full', color: 'muted' },
});

/** Picture of a product; a placeholder if the picture is missing or failed to load. */
export function ArtImage({ src, alt = '', size, fit = 'contain', eager = false }: ArtImageProps) {
  const [failed, setFailed] = useState<string>();
  if (src === '' || failed === src) {
    return (
      <Blank role={alt ? 'img' : undefined} aria-label={alt || undefined}>
        <Icon name="box" size={Math.min(48, size ?? 48)} />
      </Blank>
    );
  }
  return (
    <Picture
      src={src}
      alt={alt}
      width={size}
      height={size}
      objectFit={fit === 'cover' ? 'cover' : 'contain'}
      transform={fit === 'contain-zoom' ? 'scale(1.15)' : undefined}
      loading={eager ? 'eager' : 'lazy'}
      decoding="async"
      draggable={false}
      referrerPolicy="no-referrer"
      onError={() => setFailed(src)}
    />
  );
}
