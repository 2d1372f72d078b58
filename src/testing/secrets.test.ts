import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { root } from './sources.ts';

/** The files of the repository and the built client must not contain secrets. */

/** Not written out, so that this file does not match itself. */
const dashes = '-'.repeat(5);

/** The key formats of common services, according to their documentation. */
const keyShapes: readonly [string, RegExp][] = [
  ['a live key of Stripe', /\b(?:sk|rk)_live_\w{8,}/g],
  ['a test key of a real Stripe account', /\b(?:sk|rk)_test_[A-Za-z0-9]{24,}/g],
  ['a webhook secret of Stripe', /\bwhsec_[A-Za-z0-9+/=]{24,}/g],
  ['an access key of AWS', /\b(?:AKIA|ASIA)[A-Z0-9]{16}\b/g],
  ['a private key', new RegExp(`${dashes}BEGIN [A-Z ]*PRIVATE KEY${dashes}`, 'g')],
  ['a token of GitHub', /\b(?:gh[pousr]_[A-Za-z0-9]{36}|github_pat_\w{40,})/g],
  ['a token of npm', /\bnpm_[A-Za-z0-9]{36}\b|_authToken\s*=\s*\S+/g],
  ['a token of Slack', /\bxox[abprs]-[\w-]{10,}/g],
  ['a key of Google', /\bAIza[\w-]{35}\b/g],
  ['a key of SendGrid', /\bSG\.[\w-]{16,}\.[\w-]{16,}/g],
  ['a signed token', /\beyJ[\w-]{10,}\.eyJ[\w-]{10,}\.[\w-]{10,}/g],
  ['a password in a URL', /\b(?:postgres(?:ql)?|smtps?|https?):\/\/[^\s/:@'"`$<>{}()]+:[^\s/@'"`$<>{}()]+@/g],
];

/** Texts that look like keys but grant no access, with the reason. */
const harmless: readonly { where: RegExp; text: RegExp; why: string }[] = [
  {
    where: /(^|\/)(README\.md|\.env\.example|docs\/.*\.md|compose(\.production)?\.yaml)$/,
    text: /:\/\/(user|academy):(password|\$\{)/,
    why: 'shows how such a URL is written',
  },
  {
    where: /^compose\.yaml$/,
    text: /:\/\/academy:academy@/,
    why: 'only the services in compose.yaml can reach the database that has this password',
  },
  {
    where: /\.test\.ts$|^src\/testing\//,
    text: /:\/\/[\w-]+:[\w%-]{1,40}@/,
    why: 'a made-up URL, to test that it is rejected or never logged',
  },
  {
    where: /^src\/sandbox\/.*\.test\.ts$/,
    text: /^sk_liv[e]_51Habcdefgh/,
    why: 'the beginning of a key that the sandbox rejects, because it accepts no live keys',
  },
];

function isText(content: Buffer): boolean {
  return !content.subarray(0, 8_000).includes(0);
}

function publishedFiles(): string[] {
  return execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', '-z'], { cwd: root })
    .toString()
    .split('\0')
    .filter((file) => file !== '' && existsSync(path.join(root, file)));
}

/** @returns one line for each match, without the matched text */
function keysIn(file: string, text: string): string[] {
  return keyShapes.flatMap(([name, shape]) =>
    [...text.matchAll(shape)]
      .filter(([found]) => !harmless.some((known) => known.where.test(file) && known.text.test(found)))
      .map(({ index }) => `${file}:${text.slice(0, index).split('\n').length} ${name}`),
  );
}

/** Entropy in bits per character: about 4 for natural language, 5 and more for random text. */
function entropy(text: string): number {
  const counts = new Map<string, number>();
  for (const character of text) counts.set(character, (counts.get(character) ?? 0) + 1);
  return [...counts.values()].reduce((sum, count) => {
    const share = count / text.length;
    return sum - share * Math.log2(share);
  }, 0);
}

/** Quoted strings without spaces that look random. */
function randomTexts(text: string): string[] {
  return [...text.matchAll(/(['"`])([A-Za-z0-9+/=_-]{32,200})\1/g)]
    .map(([, , quoted = '']) => quoted)
    .filter(
      (quoted) =>
        /\d/.test(quoted) &&
        /[a-z]/.test(quoted) &&
        /[A-Z]/.test(quoted) &&
        // Excludes alphabets from which ids and codes are generated.
        !quoted.includes('abcdefgh') &&
        entropy(quoted) > 4.5,
    );
}

describe('repository files', () => {
  const files = publishedFiles();

  it('repository files are found', () => {
    expect(files.length).toBeGreaterThan(500);
    expect(files).toContain('package.json');
  });

  it('repository files contain no key', () => {
    const found = files.flatMap((file) => {
      const content = readFileSync(path.join(root, file));
      return isText(content) ? keysIn(file, content.toString()) : [];
    });
    expect(found).toEqual([]);
  });

  it('repository files contain no random-looking string', () => {
    const code = files.filter((file) => /\.(tsx?|mjs|js|json|ya?ml|sh|css|html)$/.test(file));
    const found = code
      // Contains integrity hashes.
      .filter((file) => file !== 'package-lock.json')
      .flatMap((file) =>
        randomTexts(readFileSync(path.join(root, file), 'utf8')).map(
          (text) => `${file}: ${text.slice(0, 6)}…`,
        ),
      );
    expect(found).toEqual([]);
  });

  it('files with secrets of a running academy are not in the repository', () => {
    expect(
      files.filter((file) =>
        /(^|\/)(\.env(\.(?!example$).*)?|\.data\/.*|.*\.(pem|key|p12|secret))$/.test(file),
      ),
    ).toEqual([]);
  });

  it('each key format is detected', () => {
    const planted: Record<string, string> = {
      'a live key of Stripe': `sk_${'live'}_${'a1B2c3D4'.repeat(3)}`,
      'a test key of a real Stripe account': `rk_${'test'}_${'a1B2c3D4'.repeat(3)}`,
      'a webhook secret of Stripe': `wh${'sec'}_${'a1B2c3D4'.repeat(4)}`,
      'an access key of AWS': `AK${'IA'}${'A1B2C3D4'.repeat(2)}`,
      'a private key': `${dashes}BEGIN RSA PRIVATE KEY${dashes}`,
      'a token of GitHub': `gh${'p'}_${'a1B2c3'.repeat(6)}`,
      'a token of npm': `np${'m'}_${'a1B2c3'.repeat(6)}`,
      'a token of Slack': `xo${'xb'}-1234567890-abc`,
      'a key of Google': `AI${'za'}${'a1B2c3D'.repeat(5)}`,
      'a key of SendGrid': `S${'G'}.${'a1B2c3D4'.repeat(2)}.${'a1B2c3D4'.repeat(2)}`,
      'a signed token': `ey${'J'}hbGciOiJIUzI1.ey${'J'}zdWIiOiIxMjM0.c2lnbmF0dXJl`,
      'a password in a URL': `postgres:${'//'}academy:tr0ub4dor@db.internal/academy`,
    };
    for (const [name] of keyShapes) {
      expect(keysIn('src/server/x.ts', `const key = '${planted[name]}'`), name).toContain(
        `src/server/x.ts:1 ${name}`,
      );
    }
    expect(randomTexts(`const key = '${'kJ8'}${'s7Qz0VbN4mXw2Lr'}${'T9yHc6DfG3pAe5UiKo'}'`)).toHaveLength(1);
  });
});

describe('built client', () => {
  // `npm test` builds the client first. `vitest` alone may run without a build.
  const folder = path.join(root, 'dist/client');
  const scripts = existsSync(folder)
    ? readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) =>
        /\.(js|css|html|json|txt|webmanifest)$/.test(name),
      )
    : [];

  it.skipIf(scripts.length === 0)(
    'the built client contains no key, name of a secret, SQL or server package',
    () => {
      const names = [
        ...[
          'SESSION_SECRET',
          'ENCRYPTION_KEY',
          'STRIPE_SECRET_KEY',
          'STRIPE_WEBHOOK_SECRET',
          'S3_SECRET_ACCESS_KEY',
        ],
        ...[
          'DATABASE_URL',
          'SMTP_URL',
          'ADMIN_PASSWORD',
          'METRICS_TOKEN',
          'process.env',
          'password_hash',
          'argon2',
        ],
        ...['kysely', 'nodemailer', 'pg-boss', 'api.stripe.com', 'demo-student', 'select * from', 'sk_test_'],
        // The path of the repository on the machine that built the client.
        root.replace(/\/$/, ''),
      ];
      const found = scripts.flatMap((name) => {
        const text = readFileSync(path.join(folder, name), 'utf8');
        return [
          ...keysIn(name, text),
          ...names.filter((word) => text.includes(word)).map((word) => `${name}: ${word}`),
        ];
      });
      expect(found).toEqual([]);
    },
  );

  it.skipIf(scripts.length === 0)('the built client has no source maps', () => {
    const maps = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) =>
      name.includes('.map'),
    );
    expect(maps).toEqual([]);
    for (const name of scripts) {
      expect(readFileSync(path.join(folder, name), 'utf8'), name).not.toMatch(/sourceMappingURL=/);
    }
  });
});
