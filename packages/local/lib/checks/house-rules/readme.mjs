/** House rule: the README of the root names what exists. */
import { parseEnv } from 'node:util';
import { findUnknown } from './rule.mjs';

const PATH = 'README.md';
/** Parts that the README must have, each with what to do when it is missing. */
const PARTS = /** @type {const} */ ([
  [/^# Pax Market\n\nA shop for game-server communities: /, 'say first what the shop is'],
  [/!\[[^\]]+\]\([^)]+\)[\s\S]*!\[[^\]]+\]\([^)]+\)/, 'show at least two pictures'],
  [/## Two commands\n\n {4}npm start [^\n]*\n {4}npm test /, 'name the two commands'],
  [/## Settings[\s\S]*\(\.env\.example\)/, 'say where all settings are'],
]);

/** @type {import('./rule.mjs').Rule} */
export const readme = {
  name: 'readme',
  demand: 'The README says what the shop is, shows it, and names commands, settings and every workspace.',
  find({ read }) {
    const text = read(PATH);
    /** @type {{ workspaces: string[], scripts: Record<string, string> }} */
    const { workspaces, scripts } = JSON.parse(read('package.json'));
    const settings = Object.keys(parseEnv(read('.env.example')));
    const map = /## Map[\s\S]*?(?=\n## |$)/.exec(text)?.[0] ?? '';
    return [
      ...PARTS.filter(([part]) => !part.test(text)).map(([, what]) => `${PATH}:1: ${what}`),
      ...workspaces
        .filter((workspace) => !map.includes(`(${workspace}/README.md)`))
        .map((workspace) => `${PATH}:1: link ${workspace}/README.md in the map`),
      ...findUnknown(PATH, text, /`npm run (\w+)/g, (script) => script in scripts, 'is no command'),
      ...findUnknown(
        PATH,
        text,
        /`([A-Z]+_[A-Z_]+)/g,
        (name) => settings.some((setting) => setting.startsWith(name)),
        'is no setting of .env.example',
      ),
    ];
  },
};
