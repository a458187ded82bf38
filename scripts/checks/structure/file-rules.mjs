/** @import { Fault, Source } from './sources.mjs' */

const word = '[a-z0-9]+(?:-[a-z0-9]+)*';
const longest = 300;

/** A folder may have at most this many files, because in a longer list readers do not find a file quickly. */
const maxFiles = 25;

/**
 * All folders, and the names of the files that each folder may contain. `<feature>` in `files` stands for the part of
 * the folder's path that the group `feature` in `folder` matches.
 * @type {{ folder: RegExp, files: string, teaches: string }[]}
 */
const places = [
  {
    folder: /^contract\/src(\/answers|\/openapi|\/sales|\/text)?$/,
    files: `${word}(\\.test)?\\.ts`,
    teaches:
      'The contract has one flat file per subject: its endpoints and fields. Name the subject in kebab-case. What reduces answers to their fields is in contract/src/answers, what makes the OpenAPI document in contract/src/openapi, what is sold to buyers in contract/src/sales, and pure functions about texts, which pages may import too, in contract/src/text.',
  },
  {
    folder: /^server\/src\/features\/(?<feature>[a-z-]+)$/,
    files: `<feature>(\\.${word})?\\.(routes|service|queries|policy|rules|jobs|emails|test)\\.ts|<feature>\\.test\\.ts`,
    teaches:
      'A feature holds <feature>.{routes,service,queries,policy,rules,jobs,emails}.ts and <feature>.test.ts; a second file of a kind says its topic, as <feature>.<topic>.service.ts or <feature>.<topic>.test.ts.',
  },
  {
    folder: /^server\/src\/features\/[a-z-]+\/(?<feature>[a-z-]+)$/,
    files: `${word}\\.(routes|service|queries|policy|rules|jobs|emails|test)\\.ts`,
    teaches:
      'A topic folder of a feature holds <topic>.{routes,service,queries,policy,rules,jobs,emails,test}.ts, such as <feature>.service.ts; another word before the kind says what the file is about.',
  },
  {
    folder: /^server\/src\/features$/,
    files: 'all-jobs\\.ts',
    teaches: 'server/src/features holds a folder for each feature, and all-jobs.ts, which lists their jobs.',
  },
  {
    folder: /^server\/src\/db\/migrations$/,
    files: `\\d{4}-${word}\\.sql`,
    teaches: 'A migration is numbered plain SQL: 0007-promo-codes.sql.',
  },
  {
    folder: /^server\/src(\/(backup|http|db|jobs|mail|storage|payments)(\/.+)?)?$/,
    files: `${word}(\\.test)?\\.(ts|css|json|svg|ttf|txt)`,
    teaches:
      'The server keeps kebab-case files in backup, http, db, jobs, mail, storage and payments; what belongs to one feature goes to server/src/features/<name>/.',
  },
  {
    folder: /^server\/test(\/[a-z-]+)?$/,
    files: `${word}(\\.test)?\\.ts`,
    teaches:
      'server/test holds tests of the whole server and what tests share, in kebab-case, with one level of topic folders.',
  },
  {
    folder: /^payment-sandbox\/src(\/(api|checkout|objects|pages|payments|webhooks))?$/,
    files: `${word}\\.(ts|css)`,
    teaches:
      'The payment sandbox keeps kebab-case files in api, checkout, objects, pages, payments and webhooks.',
  },
  {
    folder: /^payment-sandbox\/migrations$/,
    files: `\\d{4}-${word}\\.sql`,
    teaches: 'A migration of the sandbox is numbered plain SQL: 0002-payouts.sql.',
  },
  {
    folder: /^demo\/src(\/(filling|posters|scenes|world))?$/,
    files: `${word}(\\.test)?\\.ts`,
    teaches: 'The demo world keeps kebab-case files in filling, posters, scenes and world.',
  },
  {
    folder: /^(payment-sandbox|demo)\/test$/,
    files: `${word}(\\.test)?\\.ts`,
    teaches: 'The tests of the payment sandbox and of the demo world are flat, in kebab-case.',
  },
  {
    folder: /^e2e(\/(visitors|attendees|organisers|admins|site))?$/,
    files: `${word}(\\.spec|\\.config)?\\.ts`,
    teaches:
      'Browser stories are grouped by who acts: e2e/visitors, attendees, organisers, admins, or site for what concerns every page. What they share stays in e2e.',
  },
  {
    folder: /^scripts(\/(bootstrap|checks|checks\/structure|guards|guards\/orders|shots))?$/,
    files: `${word}(\\.test)?\\.(mjs|ts)`,
    teaches:
      'scripts holds one file per npm command; what they use is in bootstrap, checks, guards and shots.',
  },
  {
    folder: /^bench\/lighthouse$/,
    files: 'package(-lock)?\\.json',
    teaches: 'bench/lighthouse only names the version of Lighthouse, which npm run bench:web installs.',
  },
  {
    folder: /^bench$/,
    files: `${word}\\.(ts|sql)`,
    teaches: 'bench holds the benchmarks that docs/performance.md quotes, flat and in kebab-case.',
  },
  {
    folder: /^web\/src\/features\/(?<feature>[a-z-]+)(\/[a-z-]+)?$/,
    files: `(<feature>(\\.${word})?\\.api|${word}\\.schema)(\\.test)?\\.ts|use-${word}\\.ts|${word}(\\.test)?\\.tsx?`,
    teaches:
      'A feature of the web holds <feature>.api.ts, pages *-page.tsx, forms *-form.tsx, pieces *.tsx, hooks use-*.ts, schemas *.schema.ts and pure modules in kebab-case, with at most one level of topic folders.',
  },
  {
    folder: /^web\/src\/styles\/fonts$/,
    files: `${word}\\.woff2`,
    teaches:
      'web/src/styles/fonts holds the basic characters of the fonts, which decision 052 says how to make.',
  },
  {
    folder: /^web\/src(\/(api|format|styles|(ui|layout)(\/[a-z-]+)?))?$/,
    files: `${word}(\\.test)?\\.(ts|tsx|css)`,
    teaches:
      'web/src keeps kebab-case files in api, format, ui, layout and styles, where ui and layout may have one level of topic folders; what belongs to one feature goes to web/src/features/<name>/.',
  },
];

const vague = new Set(['util', 'utils', 'helper', 'helpers', 'common', 'misc', 'shared', 'lib']);

/**
 * @param {Source[]} sources
 * @returns {Fault[]}
 */
export function findFileFaults(sources) {
  return [
    ...sources.flatMap((source) => [
      ...findMisplaced(source.path),
      ...findVagueName(source.path),
      ...findTooLong(source),
    ]),
    ...findCrowds(sources),
  ];
}

/** @param {Source[]} sources @returns {Fault[]} */
function findCrowds(sources) {
  const folders = Map.groupBy(sources, ({ path }) => path.slice(0, path.lastIndexOf('/')));
  return [...folders].flatMap(([folder, files]) =>
    files.length <= maxFiles || folder.endsWith('/migrations')
      ? []
      : [
          {
            path: folder,
            message: `${files.length} files, at most ${maxFiles}, because longer lists hide files: group them by topic in folders one level below, such as payments/refunds/ or events/form/.`,
          },
        ],
  );
}

/** @param {string} path @returns {Fault[]} */
function findMisplaced(path) {
  if (
    !/^(contract\/src|(server|payment-sandbox|demo)\/(src|test|migrations)|web\/src|e2e|scripts|bench)\//.test(
      path,
    )
  )
    return [];
  const folder = path.slice(0, path.lastIndexOf('/'));
  const name = path.slice(folder.length + 1);
  for (const place of places) {
    const match = place.folder.exec(folder);
    if (!match) continue;
    const feature = match.groups?.feature ?? '';
    const expected = new RegExp(`^(${place.files.replaceAll('<feature>', feature)})$`);
    return expected.test(name) ? [] : [{ path, message: place.teaches.replaceAll('<feature>', feature) }];
  }
  return [
    {
      path,
      message: `${folder} is not a folder that we know: move the file into one of the folders in ARCHITECTURE.md, or add the folder there and in scripts/checks/structure/file-rules.mjs.`,
    },
  ];
}

/** @param {string} path @returns {Fault[]} */
function findVagueName(path) {
  const words = path.split(/[/.]/);
  const found = words.find((part) => vague.has(part));
  if (found) {
    return [
      {
        path,
        message: `"${found}" says nothing about the content: name the file or folder after the one thing that it does.`,
      },
    ];
  }
  if (/(^|\/)index\.[a-z]+$/.test(path) && path !== 'contract/src/index.ts' && !path.endsWith('.css')) {
    return [
      { path, message: 'A barrel hides where things live: import the files themselves and delete this one.' },
    ];
  }
  return [];
}

/** @param {Source} source @returns {Fault[]} */
function findTooLong({ path, lines }) {
  if (lines <= longest) return [];
  return [
    {
      path,
      message: `${lines} lines, at most ${longest}: find its second topic and move that to its own file.`,
    },
  ];
}
