import { chakra } from '@chakra-ui/react/styled-system';
import { Logo } from '../components/base/logo';
import { Page } from '../components/base/page';
import { ThemeMenu } from '../components/overlay/theme-menu';
import { ArtBoard } from './art-board';
import { CardBoard } from './card-board';
import { ControlBoard } from './control-board';
import { FieldBoard } from './field-board';
import { StateBoard } from './state-board';
import { TokenBoard } from './token-board';

const Head = chakra('header', {
  base: { display: 'flex', justifyContent: 'space-between', alignItems: 'center', gap: '4', py: '4' },
});

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
