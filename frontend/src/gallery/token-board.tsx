import { chakra } from '@chakra-ui/react/styled-system';
import { paletteNames } from '../theme/palette';
import { Board, BoardRow } from './board';

const styles = ['hero', 'title', 'heading', 'subheading', 'body', 'small', 'tiny'] as const;
const Swatch = chakra('div', { base: { width: '112px', fontSize: 'xs', color: 'muted' } });
const Colour = chakra('div', { base: { height: '48px', borderWidth: '1px', borderColor: 'edge', mb: '1' } });

export function TokenBoard() {
  return (
    <Board name="Tokens">
      <BoardRow>
        {paletteNames.map((name) => (
          <Swatch key={name}>
            <Colour bg={name} />
            {name}
          </Swatch>
        ))}
      </BoardRow>
      {styles.map((style) => (
        <chakra.p key={style} textStyle={style} mt="4">
          {style}: Lantern-lit stalls, 250M coins for $32.50 – Größe äöüß
        </chakra.p>
      ))}
    </Board>
  );
}
