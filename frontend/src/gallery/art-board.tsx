import { chakra } from '@chakra-ui/react/styled-system';
import { artFiles } from '../ui/art/files';
import { Plinth } from '../ui/components/shop/plinth';
import { Board } from './board';

const Grid = chakra('div', {
  base: {
    display: 'grid',
    gap: '3',
    mt: '4',
    gridTemplateColumns: { base: 'repeat(2, minmax(0, 1fr))', md: 'repeat(4, minmax(0, 1fr))' },
  },
});
const Sizes = chakra('div', {
  base: {
    display: 'flex',
    alignItems: 'flex-end',
    gap: '2',
    flexWrap: 'wrap',
    fontSize: 'xs',
    color: 'muted',
  },
});

const categoryOf = (key: string) =>
  key.startsWith('coins')
    ? 'coins'
    : key.startsWith('base')
      ? 'bases'
      : key.startsWith('armor')
        ? 'armor'
        : 'items';

export function ArtBoard() {
  const shown = new URLSearchParams(location.search).get('art');
  return (
    <Board name="Art">
      <Grid>
        {[...artFiles.keys()]
          .filter((key) => !shown || shown.split(',').some((part) => key.startsWith(part)))
          .map((key) => (
            <div key={key}>
              <Plinth category={categoryOf(key)} p="4">
                <img src={`/art/${key}.svg`} alt={key} width={480} height={480} />
              </Plinth>
              <Sizes>
                <img src={`/art/${key}.svg`} alt="" width={48} height={48} />
                <img src={`/art/${key}.svg`} alt="" width={96} height={96} />
                {key}
              </Sizes>
            </div>
          ))}
      </Grid>
    </Board>
  );
}
