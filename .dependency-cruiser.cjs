/**
 * The two tables below ARE the architecture. The first: a folder may import itself plus what is listed, nothing else. The
 * command line may also use the composition root, that is the files right under src.
 */
const mayImport = {
  kernel: [],
  contract: [],
  config: ['kernel', 'contract'],
  'data-directory': ['kernel'],
  'dashboard-files': ['kernel', 'http'],
  db: ['kernel', 'outgoing'],
  outgoing: ['kernel'],
  backup: ['kernel', 'outgoing', 'data-directory', 'db', 'git', 'trusted-time'],
  http: ['kernel', 'contract'],
  git: ['kernel', 'outgoing', 'secrets'],
  secrets: ['kernel'],
  codehost: ['kernel', 'outgoing', 'contract', 'git', 'secrets'],
  model: ['kernel', 'outgoing', 'secrets'],
  workspace: ['kernel', 'outgoing', 'git'],
  sandbox: ['kernel'],
  'web-pages': ['kernel', 'outgoing'],
  guide: ['kernel', 'http'],
  'audit-log': ['kernel', 'contract', 'db'],
  projects: ['kernel', 'contract', 'http', 'db', 'audit-log', 'codehost'],
  accounts: ['kernel', 'outgoing', 'contract', 'http', 'db', 'audit-log'],
  'dashboard-api': [
    'doctor',
    'trusted-time',
    'kernel',
    'contract',
    'http',
    'data-directory',
    'db',
    'audit-log',
    'codehost',
    'model',
    'projects',
    'accounts',
    'oauth',
  ],
  'trusted-time': ['kernel', 'db'],
  agent: [
    'kernel',
    'outgoing',
    'data-directory',
    'contract',
    'http',
    'db',
    'codehost',
    'model',
    'workspace',
    'sandbox',
    'web-pages',
    'projects',
    'secrets',
  ],
  analytics: ['kernel', 'outgoing', 'contract', 'http', 'db', 'audit-log', 'projects'],
  'weekly-mail': ['kernel', 'outgoing', 'contract', 'http', 'db', 'audit-log', 'projects', 'analytics'],
  oauth: ['kernel', 'outgoing', 'contract', 'http', 'db', 'audit-log', 'projects'],
  mcp: ['kernel', 'contract', 'http', 'guide', 'projects', 'agent', 'analytics', 'oauth'],
  moving: ['kernel', 'data-directory', 'db', 'analytics'],
  cli: [
    'kernel',
    'outgoing',
    'contract',
    'http',
    'db',
    'secrets',
    'config',
    'data-directory',
    'backup',
    'dashboard-files',
    'projects',
    'analytics',
    'evaluation',
    'demo',
    'trusted-time',
  ],
  evaluation: ['kernel', 'git', 'model', 'workspace', 'agent'],
  // Looks at everything an operator looks after.
  doctor: [
    'kernel',
    'contract',
    'config',
    'data-directory',
    'db',
    'git',
    'model',
    'sandbox',
    'secrets',
    'projects',
    'analytics',
    'trusted-time',
  ],
  // Shows the whole program, so it stands above everything but the command line.
  demo: ['kernel', 'contract', 'config', 'dashboard-files', 'model', 'secrets'],
};
/**
 * The second: what a folder shows to the others is its face, and whatever else lies in it is its own. The ground has no
 * face: everything in it is there to be used.
 */
const ground = ['kernel', 'outgoing', 'contract', 'http', 'db', 'git', 'secrets', 'audit-log'];
const faces = {
  // The master key is opened before anything can be.
  projects: ['projects', 'errors', 'open-master-key', 'rotate-master-key'],
  accounts: ['accounts'],
  'trusted-time': ['trusted-time', 'time-record', 'clock-metrics', 'describe-clock'],
  agent: ['agent'],
  // What needs a data directory; logs that are read; what needs neither; and what stands around a store of visits.
  analytics: ['analytics', 'erasures', 'import-logs', 'explain-traffic', 'missing-pages', 'visits/visit-metrics'],
  'weekly-mail': ['weekly-mail'],
  oauth: ['oauth'],
  mcp: ['mcp'],
  // Everything that opens data asks whether it moved, and few move it.
  moving: ['moving', 'refuse-moved'],
  'dashboard-api': ['create-dashboard-api'],
  codehost: ['code-host', 'code-hosts', 'code-owners', 'define-code-host', 'errors', 'host-app', 'webhook'],
  model: ['language-model', 'create-models', 'errors', 'split-thinking'],
  workspace: ['workspace', 'create-workspaces', 'errors'],
  sandbox: ['sandbox'],
  'web-pages': ['web-pages'],
  guide: ['guide-routes', 'read-guide'],
  config: ['config'],
  'data-directory': [
    'data-directory',
    'running-server',
    'open-once-there-is-room',
    'reserve',
    'unfinished-restore',
    'last-backup',
    'directory-metrics',
  ],
  backup: ['backup-place', 'restore', 'backup-schedule', 'repositories'],
  'dashboard-files': ['dashboard-files', 'build-dashboard'],
  demo: ['run-demo'],
  evaluation: ['evaluation'],
  doctor: ['doctor'],
  cli: [],
};
/** The checker is a package: its face, and its command. */
const checkFace = ['check', 'cli'];
const ports = 'codehost|model|sandbox|analytics/visits';
/** Beside a port, the one file that names its adapters where there are several. */
const registries = 'codehost/code-hosts|model/create-models';
const notOfTheProgram = '\\.(test|fixture|conformance)\\.ts$|/(doubles|conformance)/';
/** The rooms of the embedded visit store. Where messages pass between threads, they also share `worker-thread.ts`. */
const visitRooms = {
  columns: [],
  write: ['columns'],
  count: ['columns'],
  upkeep: ['columns', 'count'],
  answer: ['columns', 'count'],
};
const visits = '^src/analytics/visits/embedded/';
/**
 * The rooms of the agent: what each may import of the feature, and of the rest of the server. Jobs know nobody who works
 * on them; an agent knows the port that it stands behind and what is stored of a job, and reaches no repository, code
 * host or database; the round knows agents by their port only.
 */
const agentPort = 'agents/[^/]+$';
const stored = 'jobs/(transcript|budget)\\.ts$';
const agentRooms = {
  'jobs/': { rooms: [], folders: ['contract', 'db', 'http', 'projects', 'codehost', 'model'] },
  'agents/[^/]+$': { rooms: [stored], folders: ['contract', 'model'] },
  'protection/': { rooms: [], folders: [] },
  'agents/built-in/': { rooms: [agentPort, stored, 'protection/'], folders: ['contract', 'model'] },
  'following/': {
    rooms: ['jobs/', agentPort, 'round/command-output\\.ts$', 'webhooks/read-mention\\.ts$'],
    folders: ['contract', 'codehost', 'workspace'],
  },
  'webhooks/': {
    rooms: ['jobs/', 'following/', 'review/(accept-review|errors)\\.ts$', 'round/tame-markdown\\.ts$'],
    folders: ['contract', 'http', 'projects', 'codehost'],
  },
  // A review is a round of its own: one conversation, which changes nothing.
  'review/': {
    rooms: ['jobs/', agentPort, 'agents/built-in/', 'protection/', 'round/'],
    folders: ['contract', 'http', 'projects', 'codehost', 'model', 'workspace', 'secrets'],
  },
  'round/': {
    rooms: ['jobs/', agentPort, 'protection/'],
    folders: ['contract', 'db', 'http', 'projects', 'codehost', 'workspace', 'sandbox', 'web-pages', 'secrets'],
  },
};
module.exports = {
  forbidden: [
    ...Object.entries(mayImport).map(([folder, targets]) => ({
      name: `${folder}-imports`,
      severity: 'error',
      from: { path: `^src/${folder}/` },
      to: {
        path: '^src/',
        pathNot: `^src/(${[folder, ...targets].join('|')})/${folder === 'cli' || folder === 'demo' ? '|^src/[^/]+\\.ts$' : ''}`,
      },
    })),
    ...Object.entries(faces).map(([folder, files]) => ({
      name: `face-of-${folder}`,
      severity: 'error',
      // Adapters have a rule of their own.
      from: { path: '^src/', pathNot: [`^src/${folder}/`, notOfTheProgram] },
      to: {
        path: `^src/${folder}/`,
        pathNot: [...files.map((file) => `^src/${folder}/${file}\\.ts$`), `^src/(${ports})/[^/]+/`],
      },
    })),
    ...Object.entries(visitRooms).map(([room, targets]) => ({
      name: `visits-${room}-imports`,
      severity: 'error',
      from: { path: `${visits}${room}/` },
      to: {
        path: visits,
        pathNot: [
          `${visits}(${[room, ...targets].join('|')})/`,
          ...(room === 'columns' ? [] : [`${visits}worker-thread`]),
        ],
      },
    })),
    ...Object.entries(agentRooms).map(([room, { rooms, folders }]) => ({
      name: `agent-${room.replace(/\W+/g, '-')}imports`,
      severity: 'error',
      from: { path: `^src/agent/${room}`, pathNot: '\\.(test|conformance)\\.ts$' },
      to: {
        path: '^src/',
        pathNot: [
          ...[room, ...rooms].map((path) => `^src/agent/${path}`),
          `^src/(${['kernel', ...folders].join('|')})/`,
        ],
      },
    })),
    {
      name: 'every-agent-room-has-a-rule',
      severity: 'error',
      from: {},
      to: { path: '^src/agent/[^/]+/', pathNot: `^src/agent/(${Object.keys(agentRooms).join('|')})` },
    },
    {
      name: 'every-visit-room-has-a-rule',
      severity: 'error',
      from: {},
      to: { path: `${visits}[^/]+/`, pathNot: `${visits}(${Object.keys(visitRooms).join('|')})/` },
    },
    {
      name: 'every-folder-has-a-rule',
      severity: 'error',
      from: {},
      to: { path: '^src/[^/]+/', pathNot: `^src/(${Object.keys(mayImport).join('|')})/` },
    },
    {
      name: 'every-folder-has-a-face-or-is-ground',
      severity: 'error',
      from: {},
      to: { path: '^src/[^/]+/', pathNot: `^src/(${[...ground, ...Object.keys(faces)].join('|')})/` },
    },
    {
      name: 'adapters-only-from-main',
      severity: 'error',
      from: {
        path: '^src/',
        pathNot: `^src/((main|check-builds|open-data|open-projects|open-visits|plan-upgrade|migrate-data)\\.ts$|(${ports})/)|\\.test\\.ts$`,
      },
      to: { path: `^src/(${ports})/[^/]+/` },
    },
    {
      name: 'ports-know-no-adapters',
      severity: 'error',
      from: { path: `^src/(${ports})/[^/]+$`, pathNot: [`^src/(${registries})\\.ts$`, notOfTheProgram] },
      to: { path: `^src/(${ports})/[^/]+/` },
    },
    {
      name: 'adapters-know-no-other',
      severity: 'error',
      from: { path: `^src/(${ports})/([^/]+)/`, pathNot: notOfTheProgram },
      to: { path: '^src/$1/[^/]+/', pathNot: '^src/$1/$2/' },
    },
    {
      name: 'packages-know-the-server-by-http-only',
      severity: 'error',
      from: { path: '^(client|edge|dashboard)/' },
      to: { path: '^src/' },
    },
    {
      // Everything that leaves goes by src/outgoing, which bounds it. The others listen, look at this machine, or speak to our own databases.
      name: 'one-way-out',
      severity: 'error',
      from: {
        path: '^src/',
        pathNot: [
          `^src/(outgoing|http|sandbox|db/postgres)/`,
          '^src/demo/demo-folder\\.ts$',
          '^src/weekly-mail/mail-server\\.ts$',
          notOfTheProgram,
        ],
      },
      to: {
        path: '^(node:)?(https?|http2|net|tls|dgram)$|node_modules/(undici|nodemailer|got|axios|node-fetch)/',
        dependencyTypesNot: ['type-only'],
        pathNot: '^src/',
      },
    },
    {
      // Memory and time of a start that only those pay who ask by this protocol.
      name: 'mcp-sdk-loaded-when-asked',
      severity: 'error',
      from: { path: '^src/', pathNot: '^src/mcp/(?!mcp\\.ts$)' },
      to: {
        path: '^src/mcp/(?!(mcp|tool)\\.ts$)',
        dynamic: false,
        dependencyTypesNot: ['type-only'],
      },
    },
    { name: 'no-circular', severity: 'error', from: {}, to: { circular: true } },
    {
      name: 'face-of-check',
      severity: 'error',
      from: { path: '^src/', pathNot: notOfTheProgram },
      to: { path: '^check/', pathNot: checkFace.map((file) => `^check/src/${file}\\.ts$`) },
    },
    {
      name: 'check-imports',
      severity: 'error',
      from: { path: '^check/' },
      to: { path: '^src/' },
    },
    {
      name: 'no-test-code-in-src',
      severity: 'error',
      from: { path: '^(src|check/src)/', pathNot: notOfTheProgram },
      to: { path: '^(check/)?test/|\\.test\\.ts$' },
    },
  ],
  options: {
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '(^|/)dist/' },
  },
};
