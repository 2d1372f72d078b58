import { z } from 'zod';

/** The server's environment, flat as it is written in `.env`. Every variable is optional for the embedded default. */
const blankIsAbsent = (value: unknown) =>
  typeof value === 'string' && value.trim() === '' ? undefined : value;
const text = z.preprocess(blankIsAbsent, z.string().trim().optional());
const flag = z.preprocess(
  (value) => (typeof value === 'string' ? value.trim().toLowerCase() : value),
  z.preprocess(
    blankIsAbsent,
    z
      .enum(['true', 'false', '1', '0'], { error: 'must be true or false' })
      .transform((word) => word === 'true' || word === '1')
      .optional(),
  ),
);
const address = (protocols: string[]) =>
  z.preprocess(
    blankIsAbsent,
    z
      .string()
      .trim()
      .refine(
        (value) => hasProtocol(value, protocols),
        `must be an address that starts with ${protocols.join(' or ')}//`,
      )
      .optional(),
  );

function hasProtocol(value: string, protocols: string[]): boolean {
  try {
    return protocols.includes(new URL(value).protocol);
  } catch {
    return false;
  }
}

export const environmentSchema = z.object({
  NODE_ENV: z.preprocess(blankIsAbsent, z.enum(['development', 'production', 'test']).default('development')),
  PORT: z.preprocess(
    blankIsAbsent,
    z.coerce.number({ error: 'must be a port number' }).int().min(0).max(65_535).default(3000),
  ),
  HOST: z.preprocess(blankIsAbsent, z.string().trim().optional()),
  APP_URL: address(['http:', 'https:']),
  DATA_DIR: z.preprocess(blankIsAbsent, z.string().trim().default('.data')),
  DATABASE_URL: address(['postgres:', 'postgresql:']),
  SESSION_SECRET: text,
  ENCRYPTION_KEY: text,
  ADMIN_EMAIL: z.preprocess(blankIsAbsent, z.email('must be an email').optional()),
  ADMIN_PASSWORD: z.preprocess(
    blankIsAbsent,
    z.string().min(6, 'must have at least 6 characters').optional(),
  ),
  STRIPE_SECRET_KEY: z.preprocess(
    blankIsAbsent,
    z
      .string()
      .trim()
      .regex(/^(sk|rk)_(test|live)_/, 'must start with sk_test_, sk_live_, rk_test_ or rk_live_')
      .optional(),
  ),
  STRIPE_WEBHOOK_SECRET: z.preprocess(
    blankIsAbsent,
    z
      .string()
      .trim()
      .regex(/^whsec_.{8,}/, 'must start with whsec_')
      .optional(),
  ),
  STRIPE_API_URL: address(['http:', 'https:']),
  S3_ENDPOINT: address(['http:', 'https:']),
  S3_REGION: text,
  S3_BUCKET: text,
  S3_ACCESS_KEY_ID: text,
  S3_SECRET_ACCESS_KEY: text,
  S3_FORCE_PATH_STYLE: flag,
  SMTP_URL: address(['smtp:', 'smtps:']),
  MAIL_FROM: z.preprocess(blankIsAbsent, z.string().trim().default('Academy <academy@localhost>')),
  TRUST_PROXY: text,
  LOG_LEVEL: z.preprocess(
    blankIsAbsent,
    z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info'),
  ),
  METRICS_PORT: z.preprocess(
    blankIsAbsent,
    z.coerce.number({ error: 'must be a port number' }).int().min(0).max(65_535).optional(),
  ),
  METRICS_HOST: z.preprocess(blankIsAbsent, z.string().trim().default('127.0.0.1')),
  METRICS_TOKEN: text,
  DEMO_DATA: flag,
  RATE_LIMIT_FACTOR: z.preprocess(
    blankIsAbsent,
    z.coerce.number({ error: 'must be a number' }).min(0.01, 'must be above 0').max(1_000_000).default(1),
  ),
  SHED_LOAD_AFTER_MS: z.preprocess(
    blankIsAbsent,
    z.coerce.number({ error: 'must be a number' }).int().min(100, 'must be at least 100').default(1_000),
  ),
});
type Environment = z.infer<typeof environmentSchema>;

export type Config = Readonly<{
  production: boolean;
  development: boolean;
  http: Readonly<{
    port: number;
    host: string | undefined;
    /** Set by the owner; otherwise the server's own loopback address once it listens. */
    appUrl: string | undefined;
    /** CIDR list of proxies whose X-Forwarded-* headers count (SRV-5). */
    trustedProxies: readonly string[];
  }>;
  dataDir: string;
  databaseUrl: string | undefined;
  /** Newest first; the others still open older cookies. Undefined: generated into the data folder. */
  sessionSecrets: readonly string[] | undefined;
  /** Newest first; the others still open what they sealed. Undefined: generated into the data folder. */
  encryptionKeys: readonly string[] | undefined;
  admin: Readonly<{ email: string; password: string }> | undefined;
  /** Undefined: the payment sandbox. */
  stripe:
    | Readonly<{ secretKey: string; webhookSecret: string | undefined; apiUrl: string | undefined }>
    | undefined;
  /** Undefined: files on disk. */
  s3:
    | Readonly<{
        endpoint: string | undefined;
        region: string;
        bucket: string;
        accessKeyId: string;
        secretAccessKey: string;
        forcePathStyle: boolean;
      }>
    | undefined;
  mail: Readonly<{ smtpUrl: string | undefined; from: string }>;
  logLevel: Environment['LOG_LEVEL'];
  /** Undefined: no figures are served. Without a token only on this machine. */
  metrics: Readonly<{ port: number; host: string; token: string | undefined }> | undefined;
  demoData: boolean;
  rateLimitFactor: number;
  /** How late the event loop may be before new requests are refused, in milliseconds (SRV-3). */
  shedLoadAfterMs: number;
}>;

/** Every problem of the environment at once, one a line; secrets are never echoed (SRV-9). */
export class ConfigError extends Error {
  readonly problems: readonly string[];
  constructor(problems: readonly string[]) {
    super(
      `The configuration has ${problems.length} problem(s):\n${problems.map((line) => `  - ${line}`).join('\n')}`,
    );
    this.name = 'ConfigError';
    this.problems = problems;
  }
}

/**
 * Reads and checks the environment once, at start.
 * @throws ConfigError listing all problems.
 */
export function readConfig(env: NodeJS.ProcessEnv): Config {
  const parsed = environmentSchema.safeParse(env);
  if (parsed.success) {
    const problems = crossFieldProblems(parsed.data);
    if (problems.length > 0) throw new ConfigError(problems);
    return group(parsed.data);
  }
  const problems = parsed.error.issues.map((issue) => `${issue.path.join('.')} ${issue.message}`);
  // The other rules are judged without the variables that are wrong in themselves.
  const wrong = new Set(parsed.error.issues.map((issue) => String(issue.path[0])));
  const rest = environmentSchema.safeParse(
    Object.fromEntries(Object.entries(env).filter(([name]) => !wrong.has(name))),
  );
  const more = rest.success ? crossFieldProblems(rest.data) : [];
  throw new ConfigError([
    ...problems,
    ...more.filter((problem) => ![...wrong].some((name) => problem.startsWith(name))),
  ]);
}

const cidr = /^([\d.]+|[\da-fA-F:]+)(\/\d{1,3})?$/;
const minimumSecretLength = 32;

function crossFieldProblems(env: Environment): string[] {
  const problems: string[] = [];
  const production = env.NODE_ENV === 'production';
  const needTogether = (names: (keyof Environment)[]) => {
    const missing = names.filter((name) => env[name] === undefined);
    if (missing.length > 0 && missing.length < names.length) {
      problems.push(
        `${missing.join(', ')} must be set together with ${names.filter((n) => !missing.includes(n)).join(', ')}`,
      );
    }
  };
  needTogether(['ADMIN_EMAIL', 'ADMIN_PASSWORD']);
  needTogether(['S3_BUCKET', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY']);
  if (env.S3_ENDPOINT && !env.S3_BUCKET) problems.push('S3_BUCKET must be set together with S3_ENDPOINT');
  if (env.STRIPE_API_URL && !env.STRIPE_SECRET_KEY) {
    problems.push('STRIPE_SECRET_KEY must be set together with STRIPE_API_URL');
  }
  if (env.STRIPE_WEBHOOK_SECRET && !env.STRIPE_SECRET_KEY) {
    problems.push('STRIPE_SECRET_KEY must be set together with STRIPE_WEBHOOK_SECRET');
  }
  for (const name of ['SESSION_SECRET', 'ENCRYPTION_KEY'] as const) {
    const secrets = secretsOf(env[name]);
    if (secrets?.length === 0) problems.push(`${name} must not be empty`);
    if (secrets?.some((secret) => secret.length < minimumSecretLength)) {
      problems.push(`${name} has an entry of fewer than ${minimumSecretLength} characters`);
    }
  }
  problems.push(...metricsProblems(env));
  for (const range of listOf(env.TRUST_PROXY)) {
    if (!cidr.test(range))
      problems.push('TRUST_PROXY must be a comma-separated list of addresses or CIDR ranges');
  }
  if (production) problems.push(...productionProblems(env));
  return problems;
}

function metricsProblems(env: Environment): string[] {
  const problems: string[] = [];
  const { METRICS_PORT: port, METRICS_HOST: host, METRICS_TOKEN: token } = env;
  const isLocal = ['127.0.0.1', '::1', 'localhost'].includes(host);
  if (port === undefined && (token !== undefined || !isLocal)) {
    problems.push('METRICS_PORT must be set together with METRICS_HOST and METRICS_TOKEN');
  }
  if (!isLocal && token === undefined) {
    problems.push('METRICS_TOKEN must be set when METRICS_HOST is not this machine alone');
  }
  if (token !== undefined && token.length < minimumSecretLength) {
    problems.push(`METRICS_TOKEN must have ${minimumSecretLength} characters or more`);
  }
  return problems;
}

function productionProblems(env: Environment): string[] {
  const problems: string[] = [];
  if (!env.APP_URL) problems.push('APP_URL must be set in production');
  else if (!env.APP_URL.startsWith('https:') && !isLoopback(env.APP_URL)) {
    problems.push('APP_URL must start with https:// in production');
  }
  if (!env.SESSION_SECRET) problems.push('SESSION_SECRET must be set in production');
  if (!env.ENCRYPTION_KEY) problems.push('ENCRYPTION_KEY must be set in production');
  if (env.DEMO_DATA) problems.push('DEMO_DATA must not be on in production');
  if (env.RATE_LIMIT_FACTOR > 1) problems.push('RATE_LIMIT_FACTOR must not be above 1 in production');
  if (!env.STRIPE_SECRET_KEY)
    problems.push('STRIPE_SECRET_KEY must be set in production: the payment sandbox is for trying out');
  else if (!env.STRIPE_WEBHOOK_SECRET) problems.push('STRIPE_WEBHOOK_SECRET must be set in production');
  if (!env.SMTP_URL) problems.push('SMTP_URL must be set in production');
  return problems;
}

function isLoopback(appUrl: string): boolean {
  return ['localhost', '127.0.0.1', '[::1]'].includes(new URL(appUrl).hostname);
}

function listOf(value: string | undefined): string[] {
  return (value ?? '')
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '');
}

function secretsOf(value: string | undefined): string[] | undefined {
  return value === undefined ? undefined : listOf(value);
}

function group(env: Environment): Config {
  const production = env.NODE_ENV === 'production';
  return Object.freeze({
    production,
    development: env.NODE_ENV === 'development',
    http: Object.freeze({
      port: env.PORT,
      host: env.HOST,
      appUrl: env.APP_URL?.replace(/\/+$/, ''),
      trustedProxies: listOf(env.TRUST_PROXY),
    }),
    dataDir: env.DATA_DIR,
    databaseUrl: env.DATABASE_URL,
    sessionSecrets: secretsOf(env.SESSION_SECRET),
    encryptionKeys: secretsOf(env.ENCRYPTION_KEY),
    admin:
      env.ADMIN_EMAIL && env.ADMIN_PASSWORD
        ? { email: env.ADMIN_EMAIL, password: env.ADMIN_PASSWORD }
        : undefined,
    stripe: env.STRIPE_SECRET_KEY
      ? {
          secretKey: env.STRIPE_SECRET_KEY,
          webhookSecret: env.STRIPE_WEBHOOK_SECRET,
          apiUrl: env.STRIPE_API_URL,
        }
      : undefined,
    s3:
      env.S3_BUCKET && env.S3_ACCESS_KEY_ID && env.S3_SECRET_ACCESS_KEY
        ? {
            endpoint: env.S3_ENDPOINT,
            region: env.S3_REGION ?? 'us-east-1',
            bucket: env.S3_BUCKET,
            accessKeyId: env.S3_ACCESS_KEY_ID,
            secretAccessKey: env.S3_SECRET_ACCESS_KEY,
            forcePathStyle: env.S3_FORCE_PATH_STYLE ?? env.S3_ENDPOINT !== undefined,
          }
        : undefined,
    mail: Object.freeze({ smtpUrl: env.SMTP_URL, from: env.MAIL_FROM }),
    logLevel: env.LOG_LEVEL,
    metrics:
      env.METRICS_PORT === undefined
        ? undefined
        : { port: env.METRICS_PORT, host: env.METRICS_HOST, token: env.METRICS_TOKEN },
    demoData: env.DEMO_DATA ?? (!production && env.DATABASE_URL === undefined),
    rateLimitFactor: env.RATE_LIMIT_FACTOR,
    shedLoadAfterMs: env.SHED_LOAD_AFTER_MS,
  });
}
