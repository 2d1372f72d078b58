import type { PasswordCost } from '../platform/crypto/passwords.ts';
import type { MetricsAddress } from '../platform/metrics/metrics-server.ts';
import { StartupError } from '../platform/startup-error.ts';
import { type Environment, environmentSchema, listOf, secretsOf } from './environment.ts';
import { crossFieldProblems } from './problems.ts';

/** A new admin without a name is called "Academy Admin". */
export type ConfiguredAdmin = Readonly<{
  email: string;
  password: string;
  firstName?: string | undefined;
  lastName?: string | undefined;
}>;

export type Config = Readonly<{
  production: boolean;
  development: boolean;
  http: Readonly<{
    port: number;
    host: string | undefined;
    /** Undefined: `http://localhost:{port}`. */
    appUrl: string | undefined;
    /** CIDR list of trusted proxies, whose X-Forwarded-* headers are used. */
    trustedProxies: readonly string[];
    /** The header in which the proxy names the visitor's country, in lowercase. Undefined: the country is unknown. */
    countryHeader: string | undefined;
  }>;
  dataDir: string;
  databaseUrl: string | undefined;
  /** Newest first; the older secrets only decrypt older cookies. Undefined: generated in the data folder. */
  sessionSecrets: readonly string[] | undefined;
  /** Newest first; the older keys only decrypt. Undefined: generated in the data folder. */
  encryptionKeys: readonly string[] | undefined;
  /** How long a session lasts without use, and in total. */
  session: Readonly<{ idleDays: number; maxDays: number }>;
  admin: ConfiguredAdmin | undefined;
  /** Undefined: the payment sandbox. */
  stripe:
    | Readonly<{ secretKey: string; webhookSecret: string | undefined; apiUrl: string | undefined }>
    | undefined;
  /** Undefined: any free port, which only this machine can reach. */
  sandboxPort: number | undefined;
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
  /** Undefined: metrics are not served. Without a token, metrics are served only on localhost. */
  metrics: Readonly<MetricsAddress> | undefined;
  demoData: boolean;
  /** Multiplies the rate limits. */
  rateLimitFactor: number;
  /** Event loop delay in milliseconds above which new requests are rejected. */
  shedLoadAfterMs: number;
  passwordCost: PasswordCost;
}>;

/** All problems of the environment, one per line; never contains secrets. */
export class ConfigError extends StartupError {
  override readonly name = 'ConfigError';
  readonly problems: readonly string[];
  constructor(problems: readonly string[]) {
    super(
      `The configuration has ${problems.length} problem(s):\n${problems.map((line) => `  - ${line}`).join('\n')}`,
    );
    this.problems = problems;
  }
}

/**
 * Validates the environment and groups its values.
 * @throws ConfigError listing all problems
 */
export function readConfig(env: NodeJS.ProcessEnv): Config {
  const parsed = environmentSchema.safeParse(env);
  if (parsed.success) {
    const problems = crossFieldProblems(parsed.data);
    if (problems.length > 0) throw new ConfigError(problems);
    return group(parsed.data);
  }
  const problems = parsed.error.issues.map((issue) => `${issue.path.join('.')} ${issue.message}`);
  // The cross-field rules are checked without the invalid variables. Problems that name an invalid variable are
  // omitted.
  const invalid = new Set(parsed.error.issues.map((issue) => String(issue.path[0])));
  const rest = environmentSchema.safeParse(
    Object.fromEntries(Object.entries(env).filter(([name]) => !invalid.has(name))),
  );
  const more = rest.success ? crossFieldProblems(rest.data) : [];
  throw new ConfigError([
    ...problems,
    ...more.filter((problem) => !problem.split(/\W+/).some((word) => invalid.has(word))),
  ]);
}

function group(env: Environment): Config {
  const production = env.NODE_ENV === 'production';
  return {
    production,
    development: env.NODE_ENV === 'development',
    http: {
      port: env.PORT,
      host: env.HOST,
      appUrl: env.APP_URL,
      trustedProxies: listOf(env.TRUST_PROXY),
      countryHeader: env.COUNTRY_HEADER,
    },
    dataDir: env.DATA_DIR,
    databaseUrl: env.DATABASE_URL,
    sessionSecrets: secretsOf(env.SESSION_SECRET),
    encryptionKeys: secretsOf(env.ENCRYPTION_KEY),
    session: { idleDays: env.SESSION_IDLE_DAYS, maxDays: env.SESSION_MAX_DAYS },
    admin:
      env.ADMIN_EMAIL && env.ADMIN_PASSWORD
        ? {
            email: env.ADMIN_EMAIL,
            password: env.ADMIN_PASSWORD,
            firstName: env.ADMIN_FIRST_NAME,
            lastName: env.ADMIN_LAST_NAME,
          }
        : undefined,
    stripe: env.STRIPE_SECRET_KEY
      ? {
          secretKey: env.STRIPE_SECRET_KEY,
          webhookSecret: env.STRIPE_WEBHOOK_SECRET,
          apiUrl: env.STRIPE_API_URL,
        }
      : undefined,
    sandboxPort: env.STRIPE_SANDBOX_PORT,
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
    mail: { smtpUrl: env.SMTP_URL, from: env.MAIL_FROM ?? 'academy@localhost' },
    logLevel: env.LOG_LEVEL,
    metrics:
      env.METRICS_PORT === undefined
        ? undefined
        : { port: env.METRICS_PORT, host: env.METRICS_HOST, token: env.METRICS_TOKEN },
    demoData: env.DEMO_DATA ?? (!production && env.DATABASE_URL === undefined),
    rateLimitFactor: env.RATE_LIMIT_FACTOR,
    shedLoadAfterMs: env.SHED_LOAD_AFTER_MS,
    // OWASP's recommendation for Argon2id with 19 MiB. No variable can lower it.
    passwordCost: { memoryCost: 19_456, timeCost: 2 },
  };
}
