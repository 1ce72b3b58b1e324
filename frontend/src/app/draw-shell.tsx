import { renderToString } from 'react-dom/server';
import { Shell } from './shell';
import { shellGoods } from './shell-goods';
import { speak } from './start-words';

export interface DrawnShell {
  /** The first view without scripts and styles. */
  readonly html: string;
  /** The styles of the first view and of the goods. */
  readonly css: string;
  /** Empty style elements that tell the engine which styles are there already. */
  readonly marks: string;
}

const STYLE = /<style data-emotion="([^"]+)"[^>]*>([\s\S]*?)<\/style>/g;

const STYLE_ATTRIBUTE = / style="([^"]*)"/g;

/** Draws the shell with the app itself, which takes it over. For the build. */
export async function drawShell(): Promise<DrawnShell> {
  await speak('mix');
  const empty = renderToString(<Shell />);
  const full = renderToString(<Shell products={shellGoods} />);
  const rules = new Map<string, string>();
  for (const [, name = '', css = ''] of `${empty}${full}`.matchAll(STYLE)) rules.set(name, css);
  const names = [...rules.keys()];
  const global = names.filter((name) => name.startsWith('css-global '));
  const own = names.filter((name) => name.startsWith('css ')).map((name) => name.slice('css '.length));
  // `data-s`: the engine leaves them where they are; moved, they would have the whole page styled anew.
  const mark = (name: string) => `<style data-emotion="${name}" data-s></style>`;
  const looks: string[] = [];
  // Styles in attributes are forbidden in the page (content security): they become rules.
  const html = empty.replaceAll(STYLE, '').replaceAll(STYLE_ATTRIBUTE, (_, look: string) => {
    looks.push(`#shell [data-look="${looks.length}"]{${look}}`);
    return ` data-look="${looks.length - 1}"`;
  });
  return {
    html,
    css: [...rules.values(), ...looks].join('\n'),
    marks: [...global, `css ${own.join(' ')}`].map((name) => mark(name)).join(''),
  };
}
