/**
 * Module boundaries as rules: contracts import nothing of ours, everything may import contracts; inside a
 * deployable the arrows point one way. CI fails on a broken direction.
 */
const { doors, shopFolders } = require('./backend/neighbourhoods.cjs');

const forbid = (name, from, to, comment) => ({ name, severity: 'error', comment, from, to });

const neighbourhoods = Object.keys(doors);
const escaped = (path) => path.replaceAll('.', '\\.');
/** Other neighbourhoods import the doors and Nest modules, no inner file. */
const doorRules = neighbourhoods.slice(1).map((name) =>
  forbid(
    `backend-doors-of-${name}`,
    { path: `^backend/src/(?!${name}/)(${neighbourhoods.join('|')})/`, pathNot: 'spec\\.ts$' },
    {
      path: `^backend/src/${name}/`,
      pathNot: `^backend/src/${name}/(${[...doors[name].map(escaped), '.*\\.module\\.ts'].join('|')})$`,
    },
    'backend/neighbourhoods.cjs lists the doors.',
  ),
);
const orderRules = neighbourhoods
  .slice(0, -1)
  .map((name, place) =>
    forbid(
      `backend-order-of-${name}`,
      { path: `^backend/src/${name}/`, pathNot: 'spec\\.ts$' },
      { path: `^backend/src/(${neighbourhoods.slice(place + 1).join('|')})/` },
      neighbourhoods.join(' ← '),
    ),
  );

const shopRules = shopFolders
  .slice(0, -1)
  .map((name, place) =>
    forbid(
      `shop-order-of-${name}`,
      { path: `^backend/src/shop/${name}/`, pathNot: 'spec\\.ts$' },
      { path: `^backend/src/shop/(${shopFolders.slice(place + 1).join('|')})/` },
      `${shopFolders.join(' ← ')} (D-92)`,
    ),
  );

/** Where each program begins; the build draws the art. */
const programs = {
  backend: '(main|bin/[^/]+)\\.ts$',
  bot: 'main\\.ts$',
  frontend: '(start/(main|start-app|prerender-shell)|ui/art/art-files)\\.tsx?$',
};

module.exports = {
  forbidden: [
    ...doorRules,
    ...orderRules,
    ...shopRules,
    forbid('no-cycles', {}, { circular: true }, 'A cycle hides who depends on whom.'),
    forbid(
      'contracts-are-pure',
      { path: '^packages/contracts/src', pathNot: '\\.spec\\.ts$' },
      { pathNot: ['^packages/contracts/src', '(^|/)(zod|ipaddr\\.js)(/|$)'] },
      'Contracts: pure libraries only, no I/O, no framework.',
    ),
    forbid(
      'deployables-apart',
      { path: '^(backend|bot|frontend)/', pathNot: '/test/' },
      { path: '^(backend|bot|frontend|packages/(stand-ins|local|system))/', pathNot: '^$1/' },
      'They meet on the wire only.',
    ),
    forbid(
      'stand-ins-alone',
      { path: '^packages/stand-ins/' },
      { path: '^(backend|bot|frontend|packages/(local|system))/' },
      'Stand-ins know nothing of the shop, nor of what starts them.',
    ),
    forbid(
      'local-knows-programs-by-path',
      { path: '^packages/local/src/' },
      { path: '^(backend|bot|frontend|packages/system)/' },
      'It starts built programs and imports none.',
    ),
    forbid(
      'commands-on-top',
      { path: '^(backend|bot|frontend|packages/(contracts|stand-ins|system|local/src))/' },
      { path: '^packages/local/(bin|lib|jest|test)/' },
      'The root commands start and check the rest; nothing of it knows them.',
    ),
    forbid(
      'test-helpers-apart',
      { path: '^(backend|bot|frontend)/src/', pathNot: 'spec\\.tsx?$|^frontend/src/test/' },
      { path: '^(backend|bot)/test/|^frontend/src/test/|(^|/)node_modules/@(jest|testing-library)/' },
      'What only specs need lies in the folder test.',
    ),
    ...Object.entries(programs).map(([workspace, entry]) =>
      forbid(
        `only-specs-need-it-in-${workspace}`,
        { path: `^${workspace}/src/${entry}` },
        {
          path: `^${workspace}/src/`,
          pathNot: `spec\\.tsx?$|^frontend/src/(test|start/build|i18n/catalogue)/|^${workspace}/src/${entry}`,
          reachable: false,
        },
        'What no program needs lies in the folder test.',
      ),
    ),
    forbid(
      'bot-messages-first',
      { path: '^bot/src/messages/', pathNot: 'spec\\.ts$' },
      { path: '^bot/src/(shop-client|commands|discord|posting|app|bot-services)[./]' },
      'messages ← commands ← discord ← posting ← app',
    ),
    forbid(
      'bot-commands-second',
      { path: '^bot/src/commands/', pathNot: 'spec\\.ts$' },
      { path: '^bot/src/(discord|posting|app|bot-services)[./]' },
      'messages ← commands ← discord ← posting ← app',
    ),
    forbid(
      'bot-discord-third',
      { path: '^bot/src/discord/', pathNot: 'spec\\.ts$' },
      { path: '^bot/src/(posting|app|bot-services)[./]' },
      'messages ← commands ← discord ← posting ← app',
    ),
    forbid(
      'frontend-features-apart',
      { path: '^frontend/src/features/([^/]+)/' },
      { path: '^frontend/src/features/', pathNot: '^frontend/src/features/$1/' },
      'Routes compose features.',
    ),
    forbid(
      'frontend-five-features',
      {},
      { path: '^frontend/src/features/(?!(market|checkout|account|support|panel)/)' },
      'A new folder belongs to one of the five.',
    ),
    forbid(
      'frontend-shared-first',
      { path: '^frontend/src/(lib|ui|i18n|start/view)/' },
      { path: '^frontend/src/(features|app|start/[^/]+$)' },
      'lib, ui ← features ← app',
    ),
    forbid(
      'frontend-lib-lowest',
      { path: '^frontend/src/(lib|start/view)/', pathNot: '\\.spec\\.tsx?$' },
      { path: '^frontend/src/(ui|i18n)/' },
      'lib ← ui: nothing in lib draws with the shared components.',
    ),
    forbid(
      'frontend-app-last',
      { path: '^frontend/src/features/' },
      { path: '^frontend/src/(app|start/[^/]+$)' },
      'features ← app',
    ),
  ],
  options: {
    doNotFollow: { path: ['node_modules', 'dist'] },
    exclude: { path: ['\\.d\\.ts$'] },
    parser: 'swc',
    tsPreCompilationDeps: true,
    enhancedResolveOptions: { exportsFields: ['exports'], conditionNames: ['import', 'types', 'default'] },
  },
};
