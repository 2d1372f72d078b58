/** Files that careless deployments leave in reach, below the root and below the folders that scanners try. */

const versionControl = [
  ['.git', '.git/HEAD', '.git/config', '.git/index', '.git/logs/HEAD', '.git/packed-refs', '.gitignore'],
  ['.gitattributes', '.gitmodules', '.github/workflows/ci.yml', '.gitlab-ci.yml', '.svn/entries'],
  ['.svn/wc.db', '.hg/store/00manifest.i', '.bzr/README', 'CVS/Entries', '.ci/run'],
].flat();

const secrets = [
  ['.env', '.env.local', '.env.production', '.env.development', '.env.test', '.env.example', '.env.bak'],
  ['.env.old', '.env~', '.env.swp', '.npmrc', '.yarnrc', '.netrc', '.htpasswd', '.htaccess', '.pgpass'],
  ['.aws/credentials', '.ssh/id_rsa', '.ssh/authorized_keys', '.docker/config.json', '.dockercfg'],
  ['.bash_history', '.node_repl_history', '.psql_history', 'id_rsa', 'server.key', 'private.pem'],
  ['credentials.json', 'secrets.json', 'secrets.yml', 'config.json', 'config.yml', 'local.json'],
].flat();

const ours = [
  ['package.json', 'package-lock.json', 'tsconfig.json', 'vite.config.ts', 'vitest.config.ts'],
  ['biome.json', 'kysely.config.ts', 'playwright.config.ts', 'Dockerfile', 'docker-compose.yml'],
  ['compose.yaml', 'README.md', 'CONTRIBUTING.md', 'CHANGELOG.md', 'LICENSE', '.data', '.data/'],
  ['.data/secrets.json', '.data/postgres/PG_VERSION', '.data/database/PG_VERSION', '.data/objects/'],
  ['src/', 'src/server/main.ts', 'src/server/config/config.ts', 'src/client/main.tsx', 'server/main.ts'],
  ['migrations/', 'node_modules/', 'node_modules/.package-lock.json', 'node_modules/fastify/package.json'],
  ['dist/', 'dist/client/index.html', 'dist/render/', 'render/', 'render/manifest.json', 'docs/'],
  ['.vite/manifest.json', 'manifest.json', 'assets/', 'assets', 'assets/index.js', 'assets/index.js.map'],
  ['index.html.map', 'main.js.map', 'app.js.map', 'style.css.map', 'sw.js.map', 'stats.html', 'coverage/'],
  ['test-results/', 'playwright-report/', 'uploads', 'uploads/', 'objects', 'objects/', 'objects/uploads/'],
].flat();

const panels = [
  ['administrator', 'administrator/index.php', 'admin.php', 'admin/login', 'admin/config', 'wp-admin/'],
  ['wp-login.php', 'wp-config.php', 'wp-config.php.bak', 'xmlrpc.php', 'phpmyadmin/', 'pma/', 'adminer.php'],
  ['phpinfo.php', 'info.php', 'test.php', 'shell.php', 'cgi-bin/', 'cgi-bin/test.cgi', 'manager/html'],
  ['console', 'debug', 'debug/pprof/', 'trace', 'actuator', 'actuator/env', 'actuator/heapdump', 'jolokia'],
  ['server-status', 'server-info', 'nginx_status', 'status', 'metrics', 'api/metrics', 'prometheus'],
  [
    'grafana/',
    'kibana/',
    'solr/',
    'jenkins/',
    'graphql',
    'graphiql',
    'playground',
    'swagger',
    'swagger.json',
  ],
  ['swagger-ui/', 'swagger-ui.html', 'api-docs', 'v2/api-docs', 'openapi.json', 'openapi.yaml', 'redoc'],
  ['trpc', 'trpc/', 'trpc-panel', 'panel', 'trpc/panel', 'api', 'api/', 'api/admin', 'api/debug', 'api/dev'],
  ['dev', 'dev/', 'dev/mails', 'dev/stripe', '__inspect/', '@vite/client', '@fs/etc/passwd', '@id/'],
  ['.well-known/security.txt.bak', '.well-known/openid-configuration', 'crossdomain.xml', '_profiler'],
  ['telescope', 'horizon', 'queues', 'pgboss', 'boss', 'sandbox', 'stripe', 'v1/checkout/sessions'],
].flat();

const backupNames = [
  ['backup', 'backups', 'db', 'database', 'dump', 'academy', 'poker-academy', 'site', 'www', 'data'],
  ['users', 'export', 'old', 'index', 'app', 'postgres', 'kyc', 'documents'],
].flat();
const backupEndings = ['.zip', '.tar', '.tar.gz', '.tgz', '.sql', '.sql.gz', '.dump', '.bak', '.csv', '.7z'];
const editorLeavings = ['index.html', 'main.ts', 'config.ts', 'robots.txt', 'package.json'].flatMap((name) =>
  [`${name}~`, `${name}.bak`, `${name}.orig`, `${name}.swp`, `.${name}.swp`, `#${name}#`].map((left) =>
    encodeURIComponent(left),
  ),
);

/** Some five hundred paths without their leading slash, each once. */
export const strayFiles: readonly string[] = [
  ...new Set([
    ...versionControl,
    ...secrets,
    ...ours,
    ...panels,
    ...backupNames.flatMap((name) => backupEndings.map((ending) => name + ending)),
    ...editorLeavings,
    ...[...versionControl, ...secrets].flatMap((name) => [
      `api/${name}`,
      `assets/${name}`,
      `objects/${name}`,
    ]),
    ...['..%2f', '%2e%2e/', '..%5c', '%252e%252e%252f', '....//'].flatMap((up) => [
      `${up.repeat(4)}etc/passwd`,
      `assets/${up.repeat(4)}etc/passwd`,
      `assets/${up}${up}package.json`,
      `objects/${up}secrets.json`,
    ]),
  ]),
];
