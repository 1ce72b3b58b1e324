import { Board } from './board';

export function ArtBoard() {
  return <Board name="Art">soon</Board>;
}
