import { z } from 'zod';
import { registerInput } from '../../shared/auth/accounts.ts';
import { limits } from '../../shared/limits.ts';
import { retention } from '../../shared/profile/retention.ts';

/** A blank variable counts as absent. */
const variable = <Schema extends z.ZodType>(schema: Schema) =>
  z.preprocess((value) => (typeof value === 'string' && value.trim() === '' ? undefined : value), schema);
const text = variable(z.string().trim().optional());
const flag = z.preprocess(
  (value) => (typeof value === 'string' ? value.trim().toLowerCase() : value),
  variable(
    z
      .enum(['true', 'false', '1', '0'], { error: 'must be true or false' })
      .transform((word) => word === 'true' || word === '1')
      .optional(),
  ),
);
const url = (protocols: string[], hint = '') =>
  variable(
    z
      .string()
      .trim()
      .refine(
        (value) => isUrl(value, protocols),
        `must be a URL that starts with ${protocols.map((protocol) => `${protocol}//`).join(' or ')}${hint}`,
      )
      .optional(),
  );
const passwordHint = ', and special characters of its password must be percent-encoded, for example # as %23';

function isUrl(value: string, protocols: string[]): boolean {
  if (!URL.canParse(value)) return false;
  const { pathname, search, hash } = new URL(value);
  const start = value.toLowerCase();
  // A `#`, `/` or `?` in a password ends the host. The `@` after the password is then in the path, query or fragment.
  // After a path, a query may contain an `@` in the value of a parameter, without a `/` behind it.
  const passwordInQuery = pathname === '' ? /@/ : /^\?[^=]*@|@[^&]*\//;
  return (
    protocols.some((protocol) => start.startsWith(`${protocol}//`)) &&
    !`${pathname}${hash}`.includes('@') &&
    !passwordInQuery.test(search)
  );
}

/** Whether `value` has no path, query or credentials. Cookies, links and the check of origins use only the origin. */
function isOrigin(value: string): boolean {
  // Zod runs this check even after `url` has rejected and reported the value.
  if (!URL.canParse(value)) return true;
  const { pathname, search, hash, username, password } = new URL(value);
  return /^\/+$/.test(pathname) && `${search}${hash}${username}${password}` === '';
}

const portMessage = 'must be a port number from 0 to 65535';
const fixedPortMessage = 'must be a port number from 1 to 65535';
const millisecondsMessage = 'must be a whole number of at least 100';

const days = (defaultDays: number) =>
  variable(
    z.coerce
      .number({ error: 'must be a number of days' })
      .int('must be a number of days')
      .min(1, 'must be 1 or more')
      .max(365, 'must be 365 or less')
      .default(defaultDays),
  );

/** A name that the registration form accepts. The form's own messages are not used, because they name its fields. */
const adminName = variable(
  z
    .string()
    .refine(
      (name) => registerInput.shape.firstName.safeParse(name).success,
      `must be plain text of ${limits.nameMinLength} to ${limits.nameMaxLength} characters`,
    )
    .pipe(registerInput.shape.firstName)
    .optional(),
);

const port = z.coerce
  .number({ error: portMessage })
  .int(portMessage)
  .min(0, portMessage)
  .max(65_535, portMessage);

/** A number between `min` and `max` that may have a fraction. */
const between = (min: number, max: number) => {
  const message = `must be a number from ${min} to ${max}`;
  return z.coerce.number({ error: message }).min(min, message).max(max, message);
};

/**
 * The server's environment, with the variables of `.env`. Here every variable is optional; `crossFieldProblems`
 * requires some of them in production.
 */
export const environmentSchema = z.object({
  NODE_ENV: variable(
    z
      .enum(['development', 'production'], { error: 'must be development or production' })
      .default('development'),
  ),
  PORT: variable(port.default(3000)),
  HOST: text,
  // Stored as browsers write it in `Origin`: in lower case, without the default port, a slash, or an empty query.
  APP_URL: url(['http:', 'https:'])
    .refine(
      (value) => value === undefined || isOrigin(value),
      'must be a URL without a path, such as https://academy.example',
    )
    .transform((value) => value && new URL(value).origin),
  DATA_DIR: variable(z.string().trim().default('.data')),
  DATABASE_URL: url(['postgres:', 'postgresql:'], passwordHint),
  SESSION_SECRET: text,
  ENCRYPTION_KEY: text,
  SESSION_IDLE_DAYS: days(retention.sessionIdleDays),
  SESSION_MAX_DAYS: days(retention.sessionMaxDays),
  ADMIN_EMAIL: variable(z.email('must be an email').optional()),
  ADMIN_PASSWORD: variable(z.string().optional()),
  ADMIN_FIRST_NAME: adminName,
  ADMIN_LAST_NAME: adminName,
  STRIPE_SECRET_KEY: variable(
    z
      .string()
      .trim()
      .regex(/^(sk|rk)_(test|live)_/, 'must start with sk_test_, sk_live_, rk_test_ or rk_live_')
      .optional(),
  ),
  STRIPE_WEBHOOK_SECRET: variable(
    z
      .string()
      .trim()
      .regex(/^whsec_.{8,}/, 'must start with whsec_')
      .optional(),
  ),
  STRIPE_API_URL: url(['http:', 'https:']),
  STRIPE_SANDBOX_PORT: variable(port.min(1, fixedPortMessage).optional()),
  ALLOW_TEST_PAYMENTS: flag,
  S3_ENDPOINT: url(['http:', 'https:']),
  S3_REGION: text,
  S3_BUCKET: text,
  S3_ACCESS_KEY_ID: text,
  S3_SECRET_ACCESS_KEY: text,
  S3_FORCE_PATH_STYLE: flag,
  SMTP_URL: url(['smtp:', 'smtps:'], passwordHint),
  MAIL_FROM: variable(
    z
      .string()
      .trim()
      .regex(
        /^(?:[^\s<>@]+@[^\s<>@]+|[^<>]*<[^\s<>@]+@[^\s<>@]+>)$/,
        'must be an email address, or a name with it, such as River School <hello@river.example>',
      )
      .optional(),
  ),
  TRUST_PROXY: text,
  COUNTRY_HEADER: variable(
    z
      .string()
      .trim()
      .toLowerCase()
      .regex(/^[a-z0-9-]+$/, 'must be the name of a header, such as CF-IPCountry')
      .optional(),
  ),
  LOG_LEVEL: variable(
    z
      .enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'], {
        error: 'must be fatal, error, warn, info, debug, trace or silent',
      })
      .default('info'),
  ),
  METRICS_PORT: variable(port.optional()),
  METRICS_HOST: variable(z.string().trim().default('127.0.0.1')),
  METRICS_TOKEN: text,
  DEMO_DATA: flag,
  RATE_LIMIT_FACTOR: variable(between(0.01, 1_000_000).default(1)),
  SHED_LOAD_AFTER_MS: variable(
    z.coerce
      .number({ error: millisecondsMessage })
      .int(millisecondsMessage)
      .min(100, millisecondsMessage)
      .default(1_000),
  ),
});

export type Environment = z.infer<typeof environmentSchema>;

/** The parts of a comma-separated list. */
export function listOf(value: string | undefined): string[] {
  return (value ?? '')
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '');
}

/** A secret may be a comma-separated list: the first entry encrypts, the others only decrypt. Undefined if not set. */
export function secretsOf(value: string | undefined): string[] | undefined {
  return value === undefined ? undefined : listOf(value);
}

/** Whether a secret key belongs to Stripe's test mode, in which nobody pays real money. */
export function isTestKey(secretKey: string): boolean {
  return /^[sr]k_test_/.test(secretKey);
}
