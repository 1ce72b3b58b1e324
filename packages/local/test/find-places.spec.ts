import { describe, expect, it } from '@jest/globals';
import { findPlaces, formatSections } from '../lib/find-places.mjs';

const file = (path: string, text: string) => ({ path, text });
const files = [
  file(
    'packages/contracts/docs/glossary.md',
    '# Glossary\n\n| stock post | what a channel shows of the stock |\n',
  ),
  file('backend/src/stock-posts.ts', '/** Writes stock posts. */\nexport class StockPosts {}\n'),
  file(
    'backend/src/read.ts',
    "import { StockPosts } from './stock-posts.js';\nexport const writeStockPost = () => StockPosts;\n",
  ),
  file(
    'backend/src/stock-posts.spec.ts',
    "describe('writing', () => {\n  it('makes a stock post', () => {});\n});\n",
  ),
  file('backend/docs/stock-posts.md', '# Posts of stock\n\nWords.\n'),
  file('packages/system/docs/runbook.md', '# Runbook\n\nA stock post.\n\n## A stock post is late\n'),
  file(
    'docs/decisions/discord.md',
    '# Discord\n\n## Another\n\nIt also changes the stock post.\n\n## Stock posts are edited\n',
  ),
  file('packages/contracts/docs/requirements/own.md', '- One — A stock post is edited.\n- Two — Nothing.\n'),
];

describe('npm run where', () => {
  it.each(['stock post', 'stock-post', 'StockPost'])('finds every place of %j, the nearest first', (term) => {
    expect(findPlaces(files, term)).toEqual([
      {
        title: 'glossary',
        places: ['packages/contracts/docs/glossary.md:3  | stock post | what a channel shows of the stock |'],
      },
      {
        title: 'pages',
        places: [
          'backend/docs/stock-posts.md  Posts of stock',
          'packages/system/docs/runbook.md:5  A stock post is late',
        ],
      },
      { title: 'files', places: ['backend/src/stock-posts.ts'] },
      {
        title: 'definitions',
        places: [
          'backend/src/stock-posts.ts:2  export class StockPosts {}',
          'backend/src/read.ts:2  export const writeStockPost = () => StockPosts;',
        ],
      },
      {
        title: 'decisions',
        places: ['docs/decisions/discord.md  Stock posts are edited', 'docs/decisions/discord.md  Another'],
      },
      {
        title: 'requirements',
        places: ['packages/contracts/docs/requirements/own.md:1  - One — A stock post is edited.'],
      },
      {
        title: 'tests',
        places: [
          'backend/src/stock-posts.spec.ts',
          "backend/src/stock-posts.spec.ts:2  it('makes a stock post', () => {});",
        ],
      },
    ]);
  });

  it('says how many places it left out, and nothing of what it does not find', () => {
    const many = Array.from({ length: 20 }, (_, at) => file(`backend/src/refund-${at}.ts`, ''));
    const [found] = findPlaces(many, 'refund');
    expect(found?.places).toHaveLength(5);
    expect(found?.places.at(-1)).toBe('… and 16 more: npm run where -- refund --all');
    expect(findPlaces(many, 'basket')).toEqual([]);
  });

  it('finds the files, tables and tests that the glossary names for a term', () => {
    const entries =
      '# Glossary\n\n## People\n\n- **gone, departed**: person who left\n  (`backend/src/people/left.ts`)\n- **line**: a row (`ledger_lines`)\n';
    const named = [
      file('packages/contracts/docs/glossary.md', entries),
      file('backend/src/people/left.ts', 'export class LeftPeople {}\n'),
      file('backend/src/people/left.spec.ts', "it('forgets', () => {});\n"),
      file('backend/src/migrations/3-ledger.ts', 'CREATE TABLE ledger_lines (id bigint)\n'),
      file('backend/test/sums.spec.ts', 'SELECT sum(amount) FROM ledger_lines\n'),
    ];
    const placesOf = (term: string) =>
      Object.fromEntries(findPlaces(named, term).map(({ title, places }) => [title, places]));
    expect(placesOf('departed')).toMatchObject({
      files: ['backend/src/people/left.ts'],
      tests: ['backend/src/people/left.spec.ts'],
    });
    expect(placesOf('line')).toMatchObject({
      files: ['backend/src/migrations/3-ledger.ts'],
      tests: ['backend/test/sums.spec.ts'],
    });
  });

  it('leaves nothing out with --all', () => {
    const many = Array.from({ length: 20 }, (_, at) => file(`backend/src/refund-${at}.ts`, ''));
    expect(findPlaces(many, 'refund', { isAll: true })[0]?.places).toHaveLength(20);
  });

  it('finds what uses a table or a call, and the call’s definition', () => {
    const history =
      "const s = 'INSERT INTO order_reasons (text) VALUES ($1)';\nconst other = 'FROM order_reasons_old';";
    const used = [
      file(
        'packages/contracts/src/calls/orders.ts',
        'export const orderCalls = {\n  orderReasons: defineCall({',
      ),
      file('backend/src/orders/order-history.ts', history),
      file('backend/src/orders/orders.controller.ts', '  @Call(orderCalls.orderReasons)'),
    ];
    expect(findPlaces(used, 'orderReasons')).toEqual([
      {
        title: 'definitions',
        places: ['packages/contracts/src/calls/orders.ts:2  orderReasons: defineCall({'],
      },
      {
        title: 'uses',
        places: [
          "backend/src/orders/order-history.ts:1  const s = 'INSERT INTO order_reasons (text) VALUES ($1)';",
          'backend/src/orders/orders.controller.ts:1  @Call(orderCalls.orderReasons)',
        ],
      },
    ]);
  });

  it('finds a state that is only a literal, in source and in SQL, as the whole word', () => {
    const migration = "CREATE TABLE refunds (state text CHECK (state IN ('requested', 'manual')))";
    const states = [
      file(
        'backend/src/escalate.ts',
        "// a manual one\nconst state = 'manual';\nconst other = 'manually';\n",
      ),
      file('backend/src/escalate.spec.ts', "expect(state).toBe('manual');\n"),
      file('backend/invariants/p6.sql', "SELECT 1 WHERE state = 'manual'\n"),
      file('backend/src/migrations/7-payments.ts', migration),
    ];
    expect(findPlaces(states, 'manual')).toEqual([
      {
        title: 'uses',
        places: [
          `backend/src/migrations/7-payments.ts:1  ${migration}`,
          "backend/src/escalate.ts:2  const state = 'manual';",
          "backend/invariants/p6.sql:1  SELECT 1 WHERE state = 'manual'",
        ],
      },
    ]);
  });

  it('finds bold and quoted words of pages, such as titles of alerts, also where a line ends within', () => {
    const page = file(
      'backend/docs/refunds.md',
      '# Refunds\n\n- **It waits**: "Refund delayed"\n- "Manual\n  refund needed"\n- **Kanal … nicht erreichbar**\n- delayed\n',
    );
    const placesOf = (term: string) => findPlaces([page], term).flatMap(({ places }) => places);
    expect(placesOf('Refund delayed')).toEqual([
      'backend/docs/refunds.md:3  - **It waits**: "Refund delayed"',
    ]);
    expect(placesOf('Manual refund needed')).toEqual(['backend/docs/refunds.md:4  - "Manual']);
    const channel = ['backend/docs/refunds.md:6  - **Kanal … nicht erreichbar**'];
    expect([placesOf('Kanal … nicht erreichbar'), placesOf('it waits')]).toEqual([
      channel,
      ['backend/docs/refunds.md:3  - **It waits**: "Refund delayed"'],
    ]);
  });

  it('looks for several words one by one where they are no phrase', () => {
    const apart = [
      file('a.ts', '// a refund\n// that is late\n'),
      file('b.ts', '\n// late is the refund\n'),
      file('c.ts', '// refund\n'),
    ];
    expect(findPlaces(apart, 'refund late')).toEqual([
      { title: 'files with all words', places: ['b.ts:2  // late is the refund', 'a.ts'] },
    ]);
  });

  it('finds functions that are not exported, after exported ones', () => {
    const text =
      'async function bookOwn() {}\nclass A {\n  private async bookOwnRefund(x) {\n    await this.bookOwnRefund(x);\n';
    const own = [
      file('backend/src/a.ts', text),
      file(
        'backend/src/b.ts',
        'const bookOwnPart = (x) => x;\nconst other = bookOwnPart(1);\nexport class BookOwn {}\n',
      ),
    ];
    expect(findPlaces(own, 'book own')).toEqual([
      {
        title: 'definitions',
        places: [
          'backend/src/b.ts:3  export class BookOwn {}',
          'backend/src/a.ts:1  async function bookOwn() {}',
          'backend/src/a.ts:3  private async bookOwnRefund(x) {',
          'backend/src/b.ts:1  const bookOwnPart = (x) => x;',
        ],
      },
    ]);
  });

  it('answers in at most 55 lines, however much it finds', () => {
    const many = Array.from({ length: 6 }, (_, at) => [
      file(`${at}/docs/glossary.md`, '- **hold**: a word\n'),
      file(`${at}/docs/hold.md`, '# Hold\n'),
      file(`${at}/docs/decisions/a.md`, '## Hold\n'),
      file(`${at}/docs/requirements/a.md`, 'A hold.\n'),
      file(`${at}/hold.ts`, "export const hold = 'hold';\n"),
      file(`${at}/hold.spec.ts`, ''),
    ]).flat();
    expect(formatSections(findPlaces(many, 'hold')).split('\n')).toHaveLength(55);
  });
});
