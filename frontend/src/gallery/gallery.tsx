import { chakra } from '@chakra-ui/react/styled-system';
import { Logo } from '../ui/components/base/logo';
import { Page } from '../ui/components/base/page';
import { ThemeMenu } from '../ui/components/overlay/choice-menu';
import { ArtBoard } from './art-board';
import { CardBoard } from './card-board';
import { ControlBoard, FieldBoard } from './control-board';
import { StateBoard } from './state-board';
import { paletteNames } from '../ui/theme/palette';
import { Board, BoardRow } from './board';

const Head = chakra('header', {
  base: { display: 'flex', justifyContent: 'space-between', alignItems: 'center', gap: '4', py: '4' },
});

const styles = ['hero', 'title', 'heading', 'subheading', 'body', 'small', 'tiny'] as const;
const Swatch = chakra('div', { base: { width: '112px', fontSize: 'xs', color: 'muted' } });
const Colour = chakra('div', { base: { height: '48px', borderWidth: '1px', borderColor: 'edge', mb: '1' } });

function TokenBoard() {
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

/** The living style page: every token, drawing and component in its states. Development only. */
export function Gallery() {
  return (
    <Page pb="20">
      <Head>
        <chakra.h1 textStyle="title">
          <Logo size={44} />
        </chakra.h1>
        <ThemeMenu />
      </Head>
      <CardBoard />
      <ArtBoard />
      <ControlBoard />
      <FieldBoard />
      <StateBoard />
      <TokenBoard />
    </Page>
  );
}
