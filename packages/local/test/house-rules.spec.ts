import { beforeAll, describe, expect, it } from '@jest/globals';
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { houseRules } from '../lib/checks/house-rules/house-rules.mjs';
import lintRules from '../lib/checks/lint-rules.mjs';
import { root } from '../lib/root.mjs';

/** A lint rule, a file in which it is on, and texts of that file. */
type LintExample = [rule: string, path: string, wrong: string[], right: string[]];

const lintExamples: LintExample[] = [
  [
    'loose-text',
    'frontend/src/a.tsx',
    [
      "<p><b />{a ? b('x') : b('y')}</p>",
      '<p><b />{a && ` · ${b}`}</p>',
      '<p><b />{a ?? c}</p>',
      '<p>{a && <b />}{children}</p>',
      '<p>{a ? <b /> : null} words</p>',
      "<p>{a && <><b />{b('x')}</>}</p>",
    ],
    [
      "<p>{a ? b('x') : b('y')}</p>",
      "<p><b />{a && <span>{b('x')}</span>}</p>",
      "<p>{b('x')}{a && <b />}</p>",
      '<p>{a && <b />}{c.map((d) => <i key={d} />)}<b /></p>',
      '<p>{a ? <b /> : undefined}{a && null}<b /></p>',
    ],
  ],
  [
    'hand-made-number',
    'bot/src/a.ts',
    [
      'a.toFixed(2)',
      "a.toLocaleString('de-DE')",
      "new Intl.NumberFormat('de-DE')",
      '`$${a}`',
      '`-$${a} of ${b}`',
      '`${a} $`',
      '`${a}\\u00a0$ left`',
    ],
    [
      "formatCents(a, 'de')",
      '`${a} of ${b}`',
      "t('price', { amount: formatCents(a) })",
      'new Intl.ListFormat()',
      '`$`',
      '`^${a}$`',
    ],
  ],
  [
    'own-words',
    'frontend/src/a.tsx',
    ['<p>Your cart</p>', '<p>{a} Stück</p>', '<a title="Close" />'],
    ["<p>{t('cart')}</p>", '<h1>Pax Market</h1>', '<p> · {a}</p>', '<a title={t("close")} href="/a" />'],
  ],
  [
    'call-path',
    'frontend/src/a.ts',
    ["'/api/cart'", '`/api/cart/${a}`', "['api', a]"],
    ['cart.path', "'/apis'"],
  ],
  ['call-path', 'frontend/src/a.spec.ts', [], ["'/api/cart'"]],
  [
    'space-scale',
    'frontend/src/a.ts',
    ["{ gap: '4px' }", "{ px: { base: '1', md: '12px' } }"],
    ["{ gap: '3px', px: '4', width: '4px' }"],
  ],
  [
    'type-scale',
    'frontend/src/a.ts',
    ["{ fontSize: '13px' }", "{ fontSize: '1.2rem' }"],
    ["{ fontSize: 'sm' }"],
  ],
  [
    'motion',
    'frontend/src/a.ts',
    [
      "{ transition: 'opacity 300ms' }",
      "{ animation: { md: 'fadeIn 0.05s' } }",
      "{ transition: 'width 150ms' }",
    ],
    ["{ transition: 'opacity 150ms, transform 200ms' }", "{ animation: 'spin 1s infinite' }"],
  ],
  ['raw-query', 'backend/src/shop/a.ts', ['a.query(b)', 'a.query<C>(b)'], ['a.query', 'a.queryOne(b)']],
  ['raw-query', 'backend/src/platform/database/a.ts', [], ['a.query(b)']],
  ['provider-name', 'backend/src/shop/checkout/a.ts', ['a.stripe()', 'a // of PayPal'], ['a.provider()']],
  [
    'no-restricted-imports',
    'backend/src/shop/a.ts',
    ["import { RelayListeners } from '../platform/outbox/relay-listeners.js';"],
    ["import type { Projection } from '../platform/outbox/relay-listeners.js';"],
  ],
  [
    'short-comment',
    'bot/src/a.ts',
    ['a;\n// a\n// b\n// c\nb', 'a;\n/**\n * a\n * b\n * c\n */\nb'],
    ['a;\n// a\n// b\nb', 'a;\n/**\n * a\n * b\n * @returns c\n */\nb'],
  ],
  ['short-comment', 'bot/bin/a.mjs', [], ['#!/usr/bin/env node\n/**\n * a\n * b\n * c\n */\na']],
];

/** The others are expressions. */
const isFile = (text: string): boolean => /^import |\n/.test(text);

/** Lints all examples by the project's configuration. @returns path and text of each in which its rule found something */
function lintAll(): Set<string> {
  const folder = mkdtempSync(join(tmpdir(), 'pax-lint-'));
  const config = readFileSync(join(root, '.oxlintrc.json'), 'utf8');
  writeFileSync(join(folder, '.oxlintrc.json'), config.replaceAll('"./', `"${root}/`));
  const textOf = new Map<string, string>();
  for (const [rule, path, wrong, right] of lintExamples)
    for (const text of [...wrong, ...right]) {
      const file = path.replace(/a(?=[.\w]+$)/, `a${textOf.size}`);
      mkdirSync(dirname(join(folder, file)), { recursive: true });
      writeFileSync(join(folder, file), isFile(text) ? text : `export const value = ${text}\n`);
      textOf.set(`${file} ${rule}`, `${path} ${text}`);
    }
  const args = [join(root, 'node_modules/oxlint/bin/oxlint'), '--format', 'unix', '.'];
  const { stdout } = spawnSync(process.execPath, args, { cwd: folder, encoding: 'utf8' });
  rmSync(folder, { recursive: true });
  const found = stdout.matchAll(/^(\S+?):\d+:.*\[\w+\/\w+\(([\w-]+)\)\]$/gm);
  return new Set([...found].map(([, file, rule]) => textOf.get(`${file} ${rule}`) ?? ''));
}

describe('lint rules: words come from a catalogue (OWN-166), numbers follow the language (OWN-168)', () => {
  let found: Set<string>;
  beforeAll(() => {
    found = lintAll();
  });

  it.each(lintExamples)('%s in %s', (_rule, path, wrong, right) => {
    expect(wrong.filter((text) => !found.has(`${path} ${text}`))).toEqual([]);
    expect(right.filter((text) => found.has(`${path} ${text}`))).toEqual([]);
  });

  it('have a wrong example each', () => {
    const shown = lintExamples.filter(([, , wrong]) => wrong.length > 0).map(([rule]) => rule);
    expect(shown).toEqual(expect.arrayContaining(Object.keys(lintRules.rules)));
  });
});

type Files = Record<string, string | undefined>;
const OWN = 'packages/contracts/docs/requirements/own.md';
const OPEN = 'packages/contracts/docs/requirements/open.md';
const DECISIONS = 'packages/contracts/docs/decisions/house.md';
// Composed, so that these invented ids are not taken for citations of real requirements.
const own = (number: number): string => ['OWN', number].join('-');
const decision = (number: string): string => ['D', number].join('-');
const PAGE = 'packages/contracts/docs/one-purchase.md';
const TABLE = 'packages/local/limits.json';
const README =
  '# Pax Market\n\nA shop for game-server communities: all.\n\n![a](a.png)\n![b](b.png)\n\n## Two commands\n\n    npm start now\n    npm test all\n\n`npm run check`\n\n## Map\n\n[bot](bot/README.md)\n\n## Settings\n\n`BOT_TOKEN` ([all](.env.example))\n';
const NEIGHBOURHOODS = 'backend/neighbourhoods.cjs';
const MIGRATION = 'backend/src/platform/database/migrations/1.ts';
const neighbourhoods = (triggerTables: string, exceptions: string): string =>
  `module.exports = {\n doors: { people: ['a.ts'], shop: [] },\n triggerTables: { ${triggerTables} },\n exceptions: { ${exceptions} } }`;
const importing = (names: string): string => names.replaceAll(/(\S+) ?/g, "import '$1';\n");
const shop: Files = {
  [OWN]: `# Own\n\n${own(1)}: One. (${decision('01')})\n\n${own(2)}: Two.\n`,
  [OPEN]: `# Open\n\n- ${own(2)} needs a browser\n`,
  [DECISIONS]: `## ${decision('01')}: One\n`,
  'bot/src/own.int-spec.ts': `it('does so (${own(1)})');`,
  'frontend/src/a.ts': importing(
    'react react-dom react-router-dom socket.io-client zustand @chakra-ui/react/button',
  ),
  'backend/src/a.ts': importing(
    '@nestjs/core @nestjs/passport @nestjs/platform-socket.io typeorm pg bullmq ioredis stripe',
  ),
  'frontend/vite.config.ts': 'vite',
  'backend/test/access-matrix.int-spec.ts': 'supertest',
  [NEIGHBOURHOODS]: neighbourhoods("counts: 'people'", "'shop/b.ts': [['users'], 'why']"),
  [MIGRATION]: '`CREATE TABLE users; CREATE TABLE counts; CREATE TABLE orders`',
  'backend/src/people/a.ts': '`UPDATE users`',
  'backend/src/shop/a.ts': '// FROM users\n`INSERT INTO orders`',
  'backend/src/shop/b.ts': '`FROM users`',
  'package.json': '{"workspaces":["bot"],"scripts":{"check":""},"dependencies":{"jest":"1"}}',
  '.env.example': 'BOT_TOKEN=\n',
  'README.md': README,
  'bot/README.md': '[up](../README.md)',
  'a.png': '',
  'b.png': '',
  'bot/src/a.ts': "import { Queue } from 'bullmq';\nimport 'discord.js';\nconst WAIT_MS = 1;\n",
  'bot/src/a.spec.ts': '',
  'jest.config.mjs': 'jest',
  [PAGE]: '# One purchase\n\n1. `a`\n2. `b`\n\n`bot/src/a.ts` (defines)\n\n- `bot/src/`: `b`\n',
  'bot/src/b.ts': '',
  [TABLE]: '{"tested":{"bot/src/a.ts":{"WAIT_MS":"bot/src/a.spec.ts"}},"open":{},"other":{}}',
};

/** By rule: a problem, and what makes the shop above have it. */
const houseExamples: Record<string, Record<string, Files>> = {
  requirements: {
    [`${OWN}:5: ${own(2)} has neither a test nor a place in the open list`]: { [OPEN]: '' },
    [`${OWN}:2: ${own(1)} is there twice, first in ${OWN}:1`]: { [OWN]: `${own(1)}: One.\n`.repeat(2) },
    [`${OWN}:1: not of the form "SHOP-1.2: Text. (D-12)"`]: { [OWN]: `${own(2)} – no.` },
    [`bot/src/a.ts:1: cites ${own(9)}, which does not exist`]: { 'bot/src/a.ts': `// ${own(9)}` },
    [`${OPEN}:1: ${own(1)} is listed as open but has a test: remove it`]: { [OPEN]: `- ${own(1)}` },
    [`${OPEN}:1: ${own(9)} is listed as open but does not exist`]: { [OPEN]: `- ${own(9)}` },
    [`${OPEN}:1: not of the form "- SHOP-1.2"`]: { [OPEN]: `- ${own(2)}, a\n` },
    [`${DECISIONS}:2: ${decision('01')} is there twice, first in ${DECISIONS}:1`]: {
      [DECISIONS]: `## ${decision('01')}: One\n`.repeat(2),
    },
  },
  readme: {
    'README.md:1: say first what the shop is': { 'README.md': README.replace('A shop', 'Shop') },
    'README.md:13: chekc is no command': { 'README.md': README.replace('run check', 'run chekc') },
    'README.md:1: link bot/README.md in the map': { 'README.md': README.replace('bot/', 'bots/') },
    'README.md:21: BOT_TOKEN is no setting of .env.example': { '.env.example': '' },
  },
  links: {
    'bot/README.md:2: ../a.md does not exist: correct the link': { 'bot/README.md': '\n[a](../a.md)' },
  },
  'one-purchase': {
    [`${PAGE}:3: bot/src/c.ts does not exist: correct it`]: { [PAGE]: '1. `a`\n\n`bot/src/c.ts`\n' },
    [`${PAGE}:2: a.png is named twice: remove one`]: { [PAGE]: '`a.png`\n`a.png`\n' },
    [`${PAGE}:1: 56 hops: at most 55`]: { [PAGE]: '`a.png`\n'.repeat(56) },
    [`${PAGE}:1: name 2 places where listeners are registered`]: { [PAGE]: '' },
  },
  'named-packages': {
    'package.json:1: bullmq is part of the named stack: use it in bot/src': {
      'bot/src/a.ts': "import type { Queue } from 'bullmq';",
    },
  },
  limits: {
    [`bot/src/b.ts:2: A_MS is not in ${TABLE}: add it with its spec or kind`]: {
      'bot/src/b.ts': '\nconst A_MS = 1;',
    },
    [`${TABLE}:1: WAIT_MS is not in bot/src/a.ts: remove it`]: { 'bot/src/a.ts': '' },
    [`${TABLE}:1: c.ts does not exist: name the spec`]: {
      [TABLE]: '{"tested":{"bot/src/a.ts":{"WAIT_MS":"c.ts"}}}',
    },
    [`${TABLE}:1: time is no kind: take one of KINDS`]: {
      [TABLE]: '{"other":{"bot/src/a.ts":{"WAIT_MS":"time"}}}',
    },
  },
  neighbourhoods: {
    [`${NEIGHBOURHOODS}:1: orders is written by nobody: let one write it`]: { 'backend/src/shop/a.ts': '' },
    [`${NEIGHBOURHOODS}:1: users is written by people and shop: let one write it`]: {
      'backend/src/shop/b.ts': "`@Entity('users') FROM users`",
    },
    [`${NEIGHBOURHOODS}:3: sums is listed in vain: remove it`]: {
      [NEIGHBOURHOODS]: neighbourhoods("sums: 'shop'", ''),
    },
    'backend/src/shop/b.ts:1: reads users of another neighbourhood: ask its queries': {
      [NEIGHBOURHOODS]: neighbourhoods('', ''),
    },
    [`${NEIGHBOURHOODS}:4: shop/b.ts is listed in vain: remove it`]: { 'backend/src/shop/b.ts': '' },
    [`${NEIGHBOURHOODS}:2: a.ts is listed in vain: remove it`]: { 'backend/src/people/a.ts': undefined },
  },
};

describe.each(houseRules)('the house rule $name (D-66)', ({ name, demand, find }) => {
  /** Finds its problems in a shop of these files. */
  const findIn = (files: Files): string[] =>
    find({
      paths: Object.keys(files).filter((path) => files[path] !== undefined),
      read: (path) => files[path] ?? '',
    });

  it('demands something in one sentence, which a shop can fulfil', () => {
    expect(demand).toMatch(/^[A-Z][^.]*(\.\w[^.]*)*\.$/);
    expect(findIn(shop)).toEqual([]);
  });

  it.each(Object.entries(houseExamples[name] ?? { 'needs an example': {} }))(
    'finds: %s',
    (problem, change) => {
      expect(findIn({ ...shop, ...change })).toContain(problem);
    },
  );
});
