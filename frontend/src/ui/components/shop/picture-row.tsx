import { chakra } from '@chakra-ui/react/styled-system';
import type { Picture } from '@pax/contracts';
import { useState } from 'react';
import { useLastDefined } from '../../../lib/hooks/use-last-defined';
import { ArtImage } from '../base/art-image';
import { Dialog } from '../overlay/dialog';

const Row = chakra('ul', { base: { display: 'flex', flexWrap: 'wrap', gap: '2', mt: '2' } });
const Opener = chakra('button', {
  base: {
    display: 'grid',
    width: '96px',
    height: '72px',
    overflow: 'hidden',
    bg: 'bg',
    borderWidth: '1px',
    borderColor: 'edge',
    cursor: 'zoom-in',
    transition: 'border-color 120ms',
    _hover: { borderColor: 'accent' },
  },
});
const Whole = chakra('div', {
  base: {
    display: 'grid',
    placeItems: 'center',
    bg: 'bg',
    minHeight: '160px',
    '& img': { maxHeight: '70vh' },
  },
});

interface PictureRowProps {
  readonly pictures: readonly Picture[];
  readonly srcOf: (file: string) => string;
  /** Returns the name of a picture for screen readers, from its number, which starts at 1. */
  readonly nameOf: (number: number) => string;
  readonly lang?: string | undefined;
}

/** Row of thumbnails, each of which opens its picture in full size. */
export function PictureRow({ pictures, srcOf, nameOf, lang }: PictureRowProps) {
  const [opened, setOpened] = useState<number>();
  const shown = useLastDefined(opened) ?? 0;
  const picture = pictures[shown];
  if (!picture) return null;
  return (
    <>
      <Row>
        {pictures.map(({ file }, at) => (
          <li key={`${at} ${file}`}>
            <Opener type="button" aria-label={nameOf(at + 1)} onClick={() => setOpened(at)}>
              <ArtImage src={srcOf(file)} size={96} fit="cover" />
            </Opener>
          </li>
        ))}
      </Row>
      <Dialog
        size="lg"
        open={opened !== undefined}
        onClose={() => setOpened(undefined)}
        title={<span lang={lang}>{nameOf(shown + 1)}</span>}
      >
        <Whole>
          <ArtImage src={srcOf(picture.file)} alt={nameOf(shown + 1)} eager />
        </Whole>
      </Dialog>
    </>
  );
}
