import { readFileSync } from 'node:fs';
import Fastify from 'fastify';
import { describe, expect, it } from 'vitest';
import { ConfigError, readConfig } from './config.ts';
import { environmentSchema } from './environment.ts';

const production = {
  NODE_ENV: 'production',
  APP_URL: 'https://academy.example',
  SESSION_SECRET: 'a'.repeat(40),
  ENCRYPTION_KEY: 'b'.repeat(40),
  STRIPE_SECRET_KEY: 'sk_live_abc',
  STRIPE_WEBHOOK_SECRET: 'whsec_abcdefgh',
  SMTP_URL: 'smtp://localhost',
  MAIL_FROM: 'hello@academy.example',
};

function problemsOf(env: NodeJS.ProcessEnv): readonly string[] {
  try {
    readConfig(env);
    return [];
  } catch (error) {
    if (error instanceof ConfigError) return error.problems;
    throw error;
  }
}

describe('readConfig', () => {
  it('requires no variables', () => {
    const config = readConfig({});
    expect(config).toMatchObject({
      databaseUrl: undefined,
      stripe: undefined,
      s3: undefined,
      demoData: true,
    });
    expect(config.http.port).toBe(3000);
  });

  it('treats an empty variable, such as those in .env.example, as absent', () => {
    expect(readConfig({ PORT: '', STRIPE_SECRET_KEY: '', DEMO_DATA: '', NODE_ENV: '' }).http.port).toBe(3000);
  });

  it('accepts a complete production environment', () => {
    expect(problemsOf(production)).toEqual([]);
    expect(readConfig(production).demoData).toBe(false);
  });

  it.each([
    ['development', {}],
    ['development, set explicitly', { NODE_ENV: 'development' }],
    ['production', production],
  ])('hashes passwords at full cost in %s', (_where, env) => {
    expect(readConfig(env).passwordCost).toEqual({ memoryCost: 19_456, timeCost: 2 });
  });

  it('has no variable that lowers the cost of password hashes, and no test mode', () => {
    const about = Object.keys(environmentSchema.shape).filter((name) =>
      /pass|hash|argon|cost|memory/i.test(name),
    );
    expect(about).toEqual(['ADMIN_PASSWORD']);
    expect(problemsOf({ NODE_ENV: 'test' })).toEqual([expect.stringContaining('NODE_ENV')]);
  });

  it('lists all problems together', () => {
    const problems = problemsOf({ PORT: 'x', DATABASE_URL: 'mysql://x', LOG_LEVEL: 'loud' });
    expect(problems.join('\n')).toMatch(/PORT[\s\S]*DATABASE_URL[\s\S]*LOG_LEVEL/);
  });

  it.each([
    ['APP_URL', undefined, /APP_URL must be set/],
    ['APP_URL', 'http://academy.example', /https/],
    ['APP_URL', 'academy.example', /APP_URL must be a URL that starts/],
    ['APP_URL', 'https://academy.example/app', /APP_URL must be a URL without a path/],
    ['APP_URL', 'https://academy.example/?from=ad', /APP_URL must be a URL without a path/],
    ['APP_URL', 'https://owner:word@academy.example', /APP_URL must be a URL without a path/],
    ['APP_URL', 'https://:word@academy.example', /APP_URL must be a URL without a path/],
    ['SESSION_SECRET', undefined, /SESSION_SECRET must be set/],
    ['SESSION_SECRET', `${'a'.repeat(40)},short`, /fewer than 32/],
    ['ENCRYPTION_KEY', undefined, /ENCRYPTION_KEY must be set/],
    ['ENCRYPTION_KEY', `short,${'b'.repeat(40)}`, /ENCRYPTION_KEY has an entry of fewer than 32/],
    ['DEMO_DATA', 'true', /DEMO_DATA/],
    ['RATE_LIMIT_FACTOR', '2', /RATE_LIMIT_FACTOR/],
    ['STRIPE_SECRET_KEY', undefined, /sandbox/],
    ['STRIPE_WEBHOOK_SECRET', undefined, /STRIPE_WEBHOOK_SECRET/],
    ['STRIPE_WEBHOOK_SECRET', '   ', /STRIPE_WEBHOOK_SECRET/],
    ['SMTP_URL', undefined, /SMTP_URL/],
    ['SMTP_URL', 'smtp:mail.example:587', /SMTP_URL must be a URL that starts with smtp:\/\//],
    ['MAIL_FROM', undefined, /MAIL_FROM must be set/],
    ['MAIL_FROM', 'River School', /MAIL_FROM must be an email address/],
    ['MAIL_FROM', 'River School <hello>', /MAIL_FROM must be an email address/],
    ['MAIL_FROM', 'a@river.example, b@river.example', /MAIL_FROM must be an email address/],
    ['TRUST_PROXY', 'true', /TRUST_PROXY has true/],
    ['TRUST_PROXY', '1', /TRUST_PROXY has 1,/],
    ['TRUST_PROXY', '1.2', /TRUST_PROXY has 1\.2,/],
    ['TRUST_PROXY', '999.1.1.1', /TRUST_PROXY has 999\.1\.1\.1,/],
    ['TRUST_PROXY', '10.0.0.0/99', /TRUST_PROXY has 10\.0\.0\.0\/99,/],
    ['TRUST_PROXY', '10.0.0.0/', /TRUST_PROXY has 10\.0\.0\.0\/,/],
    ['TRUST_PROXY', '0.0.0.0/0', /TRUST_PROXY has 0\.0\.0\.0\/0, which covers all addresses/],
    ['TRUST_PROXY', '::/0', /TRUST_PROXY has ::\/0, which covers all addresses/],
    ['TRUST_PROXY', 'fe80::1%eth0', /TRUST_PROXY has fe80::1%eth0,/],
    ['COUNTRY_HEADER', 'CF-IPCountry: DE', /COUNTRY_HEADER must be the name of a header/],
    ['COUNTRY_HEADER', 'CF-IPCountry', /TRUST_PROXY must be set together with COUNTRY_HEADER/],
    ['STRIPE_SECRET_KEY', 'sk_test_abc', /STRIPE_SECRET_KEY is a test key[\s\S]*ALLOW_TEST_PAYMENTS/],
    ['STRIPE_SECRET_KEY', 'rk_test_abc', /STRIPE_SECRET_KEY is a test key/],
    ['STRIPE_API_URL', 'http://stripe.example', /STRIPE_API_URL must start with https/],
    ['DATABASE_URL', 'mysql://x', /must be a URL that starts with postgres:\/\/ or postgresql:\/\/,/],
    ['S3_BUCKET', 'files', /S3_ACCESS_KEY_ID/],
    ['ADMIN_EMAIL', 'a@b.example', /ADMIN_PASSWORD/],
    ['ADMIN_FIRST_NAME', 'Mara', /ADMIN_LAST_NAME must be set together/],
    ['ADMIN_LAST_NAME', 'E', /ADMIN_LAST_NAME must be plain text of 2 to \d+ characters$/m],
    ['METRICS_HOST', '0.0.0.0', /METRICS_PORT[\s\S]*METRICS_TOKEN must be set/],
    ['METRICS_TOKEN', 'short', /METRICS_TOKEN must have 32/],
    ['SESSION_IDLE_DAYS', '0', /SESSION_IDLE_DAYS must be 1 or more/],
    ['SESSION_MAX_DAYS', '13', /SESSION_MAX_DAYS must not be less than SESSION_IDLE_DAYS/],
  ])('rejects production with %s=%s', (name, value, expected) => {
    expect(problemsOf({ ...production, [name]: value }).join('\n')).toMatch(expected);
  });

  it.each(['a#b', 'a/b', '12/b', '12?b', '12?b=c', '?b=c', 'a@b#c'])(
    'says that the password %s must be percent-encoded',
    (password) => {
      const hint = 'special characters of its password must be percent-encoded';
      const problems = problemsOf({
        ...production,
        DATABASE_URL: `postgres://academy:${password}@db.example/academy`,
        SMTP_URL: `smtp://mail:${password}@mail.example:587`,
      });
      expect(problems).toHaveLength(2);
      for (const problem of problems) {
        expect(problem).toContain(hint);
        expect(problem).not.toContain(password);
      }
    },
  );

  it('says that a password with a slash and a query must be percent-encoded in DATABASE_URL', () => {
    const problems = problemsOf({ ...production, DATABASE_URL: 'postgres://u:12/b?c=d@db.example/academy' });
    expect(problems).toEqual([expect.stringContaining('must be percent-encoded')]);
  });

  it('reports only the invalid one of two variables that depend on each other', () => {
    expect(problemsOf({ SESSION_IDLE_DAYS: 'five', SESSION_MAX_DAYS: '10' })).toEqual([
      'SESSION_IDLE_DAYS must be a number of days',
    ]);
    expect(
      problemsOf({ ...production, STRIPE_SECRET_KEY: 'sk_test_abc', ALLOW_TEST_PAYMENTS: 'yes' }),
    ).toEqual(['ALLOW_TEST_PAYMENTS must be true or false']);
  });

  it.each([
    'postgres://academy:a%23b@db.example/academy',
    'postgres://db.example/academy?user=me@server&sslrootcert=/etc/root.pem',
    'postgres://academy:secret@db.example?sslmode=require',
  ])('accepts DATABASE_URL=%s', (url) => {
    expect(problemsOf({ ...production, DATABASE_URL: url })).toEqual([]);
  });

  it('lists every wrong value of TRUST_PROXY with the other problems', () => {
    const problems = problemsOf({
      ...production,
      TRUST_PROXY: '10.0.0.1, 1.2, ::/0, 10.1.0.0/16',
      SMTP_URL: '',
    });
    expect(problems).toHaveLength(3);
    expect(problems.join('\n')).toMatch(/has 1\.2,[\s\S]*has ::\/0,[\s\S]*SMTP_URL/);
  });

  it.each(['10.0.0.1', '10.0.0.0/8', '2001:db8::/32', '::1', '127.0.0.1, ::ffff:10.0.0.0/104'])(
    'accepts TRUST_PROXY=%s, and so does Fastify',
    (ranges) => {
      const { trustedProxies } = readConfig({ ...production, TRUST_PROXY: ranges }).http;
      expect(() => Fastify({ trustProxy: [...trustedProxies] })).not.toThrow();
    },
  );

  it.each(['hello@river.example', 'River School <hello@river.example>', ' <hello@river.example> '])(
    'accepts MAIL_FROM=%s',
    (sender) => {
      expect(readConfig({ ...production, MAIL_FROM: sender }).mail.from).toBe(sender.trim());
    },
  );

  it.each([
    ['https://academy.example//', 'https://academy.example'],
    ['HTTPS://Academy.Example:443/?#', 'https://academy.example'],
    ['https://bücher.example', 'https://xn--bcher-kva.example'],
    ['http://LOCALHOST:3000', 'http://localhost:3000'],
  ])('reads APP_URL=%s as %s', (url, origin) => {
    expect(readConfig({ ...production, APP_URL: url }).http.appUrl).toBe(origin);
  });

  it('allows a test key and a local Stripe replacement in production if test payments are allowed', () => {
    const withTestPayments = {
      ...production,
      STRIPE_SECRET_KEY: 'sk_test_abc',
      STRIPE_API_URL: 'http://127.0.0.1:9',
      ALLOW_TEST_PAYMENTS: 'true',
    };
    expect(problemsOf(withTestPayments)).toEqual([]);
  });

  it('describes each problem in plain language', () => {
    const problems = problemsOf({
      PORT: '99999',
      LOG_LEVEL: 'loud',
      NODE_ENV: 'staging',
      RATE_LIMIT_FACTOR: '9999999',
      METRICS_PORT: '1.5',
      SHED_LOAD_AFTER_MS: '0.5',
    });
    expect(problems.toSorted()).toEqual([
      'LOG_LEVEL must be fatal, error, warn, info, debug, trace or silent',
      'METRICS_PORT must be a port number from 0 to 65535',
      'NODE_ENV must be development or production',
      'PORT must be a port number from 0 to 65535',
      'RATE_LIMIT_FACTOR must be a number from 0.01 to 1000000',
      'SHED_LOAD_AFTER_MS must be a whole number of at least 100',
    ]);
  });

  it('never prints a secret', () => {
    const problems = problemsOf({
      ...production,
      STRIPE_SECRET_KEY: 'very-secret-thing',
      SESSION_SECRET: 'hush-hush',
    });
    expect(problems.length).toBeGreaterThan(1);
    expect(problems.join()).not.toMatch(/very-secret-thing|hush-hush/);
  });
});

describe('.env.example', () => {
  it('lists exactly the variables that are read', () => {
    const text = readFileSync(new URL('../../../.env.example', import.meta.url), 'utf8');
    const named = [...text.matchAll(/^([A-Z0-9_]+)=/gm)].map((match) => match[1]);
    expect(named.toSorted()).toEqual(Object.keys(environmentSchema.shape).toSorted());
  });

  it('is a valid environment without any change', () => {
    const text = readFileSync(new URL('../../../.env.example', import.meta.url), 'utf8');
    const env = Object.fromEntries(
      [...text.matchAll(/^([A-Z0-9_]+)=(.*)$/gm)].map((match) => [match[1], match[2]]),
    );
    expect(problemsOf(env)).toEqual([]);
  });
});
