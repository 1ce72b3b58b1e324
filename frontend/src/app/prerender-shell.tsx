import { renderToString } from 'react-dom/server';
import { Shell } from './shell';
import { shellGoods } from './shell-goods';
import { startLanguage } from './start-catalogue';

export interface PrerenderedShell {
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
export async function prerenderShell(): Promise<PrerenderedShell> {
  await startLanguage('mix');
  const empty = renderToString(<Shell />);
  const full = renderToString(<Shell products={shellGoods} />);
  const rules = new Map<string, string>();
  for (const [, name = '', css = ''] of `${empty}${full}`.matchAll(STYLE)) rules.set(name, css);
  const names = [...rules.keys()];
  const global = names.filter((name) => name.startsWith('css-global '));
  const own = names.filter((name) => name.startsWith('css ')).map((name) => name.slice('css '.length));
  // `data-s`: the engine leaves them where they are; moved, they would have the whole page styled anew.
  const mark = (name: string) => `<style data-emotion="${name}" data-s></style>`;
  const inlineStyles: string[] = [];
  // Styles in attributes are forbidden in the page (content security): they become rules.
  const html = empty.replaceAll(STYLE, '').replaceAll(STYLE_ATTRIBUTE, (_, inlineStyle: string) => {
    inlineStyles.push(`#shell [data-inline-style="${inlineStyles.length}"]{${inlineStyle}}`);
    return ` data-inline-style="${inlineStyles.length - 1}"`;
  });
  return {
    html,
    css: [...rules.values(), ...inlineStyles].join('\n'),
    marks: [...global, `css ${own.join(' ')}`].map((name) => mark(name)).join(''),
  };
}
