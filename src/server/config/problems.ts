import { isIP } from 'node:net';
import { type Environment, isTestKey, listOf, secretsOf } from './environment.ts';

const minimumSecretLength = 32;

export function crossFieldProblems(env: Environment): string[] {
  const problems: string[] = [];
  const isProduction = env.NODE_ENV === 'production';
  const requireTogether = (names: (keyof Environment)[]) => {
    const missing = names.filter((name) => env[name] === undefined);
    if (missing.length > 0 && missing.length < names.length) {
      problems.push(
        `${missing.join(', ')} must be set together with ${names.filter((n) => !missing.includes(n)).join(', ')}`,
      );
    }
  };
  requireTogether(['ADMIN_EMAIL', 'ADMIN_PASSWORD']);
  requireTogether(['ADMIN_FIRST_NAME', 'ADMIN_LAST_NAME']);
  requireTogether(['S3_BUCKET', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY']);
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
  if (env.SESSION_MAX_DAYS < env.SESSION_IDLE_DAYS) {
    problems.push('SESSION_MAX_DAYS must not be less than SESSION_IDLE_DAYS');
  }
  problems.push(...metricsProblems(env));
  for (const entry of listOf(env.TRUST_PROXY)) {
    const problem = proxyRangeProblem(entry);
    if (problem !== undefined) problems.push(`TRUST_PROXY has ${entry}, which ${problem}`);
  }
  if (env.COUNTRY_HEADER && !env.TRUST_PROXY) {
    problems.push('TRUST_PROXY must be set together with COUNTRY_HEADER');
  }
  if (isProduction) problems.push(...productionProblems(env));
  return problems;
}

/** What is wrong with an entry of TRUST_PROXY: it must be an IP address, with or without a prefix length. */
function proxyRangeProblem(entry: string): string | undefined {
  const [address = '', prefix, ...rest] = entry.split('/');
  const version = isIP(address);
  const malformed = 'is neither an address nor a range such as 10.0.0.0/8 or 2001:db8::/32';
  if (version === 0 || address.includes('%') || rest.length > 0) return malformed;
  if (prefix === undefined) return undefined;
  if (!/^\d{1,3}$/.test(prefix) || Number(prefix) > (version === 4 ? 32 : 128)) return malformed;
  return Number(prefix) === 0 ? 'covers all addresses: any visitor could then forge theirs' : undefined;
}

function metricsProblems(env: Environment): string[] {
  const problems: string[] = [];
  const { METRICS_PORT: port, METRICS_HOST: host, METRICS_TOKEN: token } = env;
  const isLocal = ['127.0.0.1', '::1', 'localhost'].includes(host);
  if (port === undefined && (token !== undefined || !isLocal)) {
    problems.push('METRICS_PORT must be set if METRICS_HOST or METRICS_TOKEN is set');
  }
  if (!isLocal && token === undefined) {
    problems.push('METRICS_TOKEN must be set unless METRICS_HOST is localhost, 127.0.0.1 or ::1');
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
    problems.push('STRIPE_SECRET_KEY must be set in production: the payment sandbox takes no real money');
  else if (!env.STRIPE_WEBHOOK_SECRET) problems.push('STRIPE_WEBHOOK_SECRET must be set in production');
  if (!env.ALLOW_TEST_PAYMENTS) {
    const remedy = 'to try out this server with test cards, set ALLOW_TEST_PAYMENTS=true';
    if (isTestKey(env.STRIPE_SECRET_KEY ?? '')) {
      problems.push(`STRIPE_SECRET_KEY is a test key, with which a test card buys everything: ${remedy}`);
    }
    if (env.STRIPE_API_URL?.startsWith('http:')) {
      problems.push(
        `STRIPE_API_URL must start with https:// in production, because the secret key is sent there: ${remedy}`,
      );
    }
  }
  if (!env.SMTP_URL) problems.push('SMTP_URL must be set in production');
  if (!env.MAIL_FROM) problems.push('MAIL_FROM must be set in production: it is the sender of every email');
  return problems;
}

function isLoopback(appUrl: string): boolean {
  return ['localhost', '127.0.0.1', '[::1]'].includes(new URL(appUrl).hostname);
}
