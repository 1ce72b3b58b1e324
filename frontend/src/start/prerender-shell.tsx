import { renderToString } from 'react-dom/server';
import { Shell } from './shell';
import { shellGoods } from './shell-goods';
import { startLanguage } from './start-catalogue';

export interface PrerenderedShell {
  /** HTML of the first view, without scripts and styles. */
  readonly html: string;
  /** Styles of the first view and of the product cards. */
  readonly css: string;
  /** Empty style elements that list the styles Emotion must not insert again. */
  readonly marks: string;
}

const STYLE = /<style data-emotion="([^"]+)"[^>]*>([\s\S]*?)<\/style>/g;

const STYLE_ATTRIBUTE = / style="([^"]*)"/g;

/** Renders the shell at build time with the app's own components, so that hydration finds the same markup. */
export async function prerenderShell(): Promise<PrerenderedShell> {
  await startLanguage('mix');
  const empty = renderToString(<Shell />);
  const full = renderToString(<Shell products={shellGoods} />);
  const rules = new Map<string, string>();
  for (const [, name = '', css = ''] of `${empty}${full}`.matchAll(STYLE)) rules.set(name, css);
  const names = [...rules.keys()];
  const global = names.filter((name) => name.startsWith('css-global '));
  const own = names.filter((name) => name.startsWith('css ')).map((name) => name.slice('css '.length));
  // `data-s` keeps Emotion from moving them, which would recalculate all styles.
  const mark = (name: string) => `<style data-emotion="${name}" data-s></style>`;
  const inlineStyles: string[] = [];
  // The content security policy forbids style attributes, so they become rules.
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
