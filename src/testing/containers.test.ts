import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { readConfig } from '../server/config/config.ts';
import { environmentSchema } from '../server/config/environment.ts';
import { root } from './sources.ts';

const read = (name: string) => readFileSync(path.join(root, name), 'utf8');
const dockerfile = read('Dockerfile');
const compose = read('compose.production.yaml');
const trial = read('compose.yaml');

/** The lines that follow the first `key:` and are indented more than it, including their indentation. */
function block(text: string, key: string): string[] {
  const lines = text.split('\n');
  const start = lines.findIndex((line) => line.trimStart().startsWith(`${key}:`));
  if (start === -1) throw new Error(`there is no ${key}`);
  const depth = (line: string) => line.length - line.trimStart().length;
  const own = depth(lines[start] ?? '');
  const end = lines.findIndex((line, at) => at > start && line.trim() !== '' && depth(line) <= own);
  return lines.slice(start + 1, end === -1 ? undefined : end);
}

const commandOf = (text: string): string => {
  const list: unknown = JSON.parse(/^CMD (\[.*\])$/m.exec(text)?.[1] ?? '[]');
  return Array.isArray(list) ? list.join(' ') : '';
};

describe('Dockerfile', () => {
  it('the image runs the command of docs/production.md, as an unprivileged user', () => {
    expect(read('docs/production.md')).toContain(`NODE_ENV=production ${commandOf(dockerfile)}`);
    const lastStage = dockerfile.slice(dockerfile.lastIndexOf('\nFROM '));
    expect(lastStage).toMatch(/\nUSER node\n/);
    expect(lastStage.indexOf('\nUSER node')).toBeLessThan(lastStage.indexOf('\nCMD'));
    expect(lastStage).toContain('/healthz');
  });

  it('the image uses the tested major version of Node and copies only existing files', () => {
    const major = process.versions.node.split('.')[0];
    for (const [, version] of dockerfile.matchAll(/^FROM node:(\d+)-/gm)) expect(version).toBe(major);
    const copied = /^COPY (?!--from)(?!\.)(.*) \.\/$/m.exec(dockerfile)?.[1]?.split(' ') ?? [];
    expect(copied).toContain('package-lock.json');
    expect(copied.filter((name) => !existsSync(path.join(root, name)))).toEqual([]);
  });

  it('the image sets only variables that the server reads', () => {
    const names = [...dockerfile.matchAll(/^ENV (.*)$/gm)].flatMap(([, line]) =>
      [...(line ?? '').matchAll(/([A-Z_0-9]+)=/g)].map((match) => match[1]),
    );
    expect(names).toContain('NODE_ENV');
    expect(names.filter((name) => !(`${name}` in environmentSchema.shape))).toEqual([]);
  });

  it('the client builds with production dependencies only', () => {
    const { dependencies } = createRequire(import.meta.url)('../../package.json') as {
      dependencies: Record<string, string>;
    };
    for (const name of ['vite', '@vitejs/plugin-react', 'tailwindcss', '@tailwindcss/vite']) {
      expect(dependencies).toHaveProperty([name]);
    }
  });

  it('secrets and data are excluded from the image', () => {
    const ignored = read('.dockerignore').split('\n');
    for (const name of ['.git', '.env', '.data', '**/node_modules', 'dist']) expect(ignored).toContain(name);
  });
});

/** The variables of the first `environment:` after `start`. */
const environmentOf = (text: string, start: string): Record<string, string> =>
  Object.fromEntries(
    block(text.slice(text.indexOf(start)), 'environment').flatMap((line) => {
      const match = /^\s+([A-Z_0-9]+): "?([^"]*)"?$/.exec(line);
      return match ? [[match[1] ?? '', match[2] ?? '']] : [];
    }),
  );

describe('compose.production.yaml', () => {
  const environment = environmentOf(compose, 'x-academy');

  it('compose.production.yaml sets only variables that the server reads, to values that it accepts in production', () => {
    expect(Object.keys(environment).length).toBeGreaterThan(8);
    expect(Object.keys(environment).filter((name) => !(name in environmentSchema.shape))).toEqual([]);
    const substitutes: Record<string, string> = {
      ACADEMY_HOST: 'academy.example',
      FILES_HOST: 'files.academy.example',
      POSTGRES_PASSWORD: 'password',
    };
    const filled = Object.entries(environment).map(([name, value]) => [
      name,
      value.replace(/\$\{(\w+):\?\}/g, (_, key: string) => substitutes[key] ?? ''),
    ]);
    const config = readConfig({
      ...Object.fromEntries(filled),
      SESSION_SECRET: 's'.repeat(40),
      ENCRYPTION_KEY: 'e'.repeat(40),
      STRIPE_SECRET_KEY: 'sk_live_abc',
      STRIPE_WEBHOOK_SECRET: 'whsec_abcdefgh',
      SMTP_URL: 'smtp://mail.example',
      MAIL_FROM: 'hello@academy.example',
      S3_ACCESS_KEY_ID: 'key',
      S3_SECRET_ACCESS_KEY: 'secret',
    });
    expect(config).toMatchObject({
      production: true,
      databaseUrl: 'postgres://academy:password@postgres:5432/academy',
      s3: { endpoint: 'https://files.academy.example', bucket: 'academy', forcePathStyle: true },
    });
  });

  it('compose.production.yaml gives the proxy a fixed IP address, which the server trusts', () => {
    expect(compose).toContain(`ipv4_address: ${environment.TRUST_PROXY}`);
    expect(compose).toContain(`subnet: ${environment.TRUST_PROXY?.replace(/\.\d+$/, '.0/24')}`);
    // The other services get IP addresses from this range, so that none of them takes the proxy's.
    expect(compose).toContain(`ip_range: ${environment.TRUST_PROXY?.replace(/\.\d+$/, '.128/25')}`);
    expect(Number(environment.TRUST_PROXY?.split('.')[3])).toBeLessThan(128);
  });

  it('the proxy of compose.production.yaml keeps no idle connections to the server', () => {
    expect(block(compose, 'reverse_proxy academy').join('\n')).toContain('keepalive off');
  });

  it('compose.production.yaml contains no secret and publishes only the proxy’s ports', () => {
    const secrets = [...compose.matchAll(/(?:PASSWORD|SECRET|KEY)\w*: (.*)$/gm)].map(([, value]) => value);
    expect(secrets.length).toBeGreaterThan(2);
    expect(secrets.filter((value) => !/^\$\{\w+:\?\}$/.test(value ?? ''))).toEqual([]);
    expect(block(compose, 'ports').map((line) => line.trim())).toEqual(['- "80:80"', '- "443:443"']);
    expect(compose.match(/^\s+ports:/gm)).toHaveLength(1);
  });

  it('compose.production.yaml runs existing commands, with a grace period for shutdown', () => {
    for (const [, file] of compose.matchAll(/"(src\/[^"]+)"/g)) {
      expect(existsSync(path.join(root, file ?? '')), file).toBe(true);
    }
    expect(compose).toMatch(/stop_grace_period: 20s/);
  });
});

describe('compose.yaml', () => {
  const environment = environmentOf(trial, '\n  academy:');
  const required: Record<string, string> = {
    ADMIN_EMAIL: 'owner@academy.example',
    ADMIN_PASSWORD: 'long enough',
    DEMO_DATA: 'true',
  };
  const optional: Record<string, string> = { ADMIN_FIRST_NAME: 'Mara', ADMIN_LAST_NAME: 'Ellis' };
  const fillIn = (given: Record<string, string>) =>
    Object.fromEntries(
      Object.entries(environment).map(([name, value]) => [
        name,
        value.replace(/^\$\{(\w+):(\?[^}]+|-)\}$/, (_, key: string) => given[key] ?? ''),
      ]),
    );
  const published = [...trial.matchAll(/- "([\d.]+):(\d+):(\d+)"/g)];

  it('compose.yaml requires the first admin and the choice of demo data, and nothing else', () => {
    const names = [...trial.matchAll(/\$\{(\w+)/g)].map(([, name]) => name);
    expect(names.toSorted()).toEqual(Object.keys({ ...required, ...optional }).toSorted());
    for (const name of Object.keys(required)) expect(environment[name]).toMatch(`\${${name}:?Set ${name}`);
    expect(readConfig(fillIn(required)).admin?.firstName).toBeUndefined();
  });

  it('compose.yaml passes all variables of the first admin', () => {
    const names = Object.keys(environmentSchema.shape).filter((name) => name.startsWith('ADMIN_'));
    expect(names).toContain('ADMIN_EMAIL');
    for (const name of names) expect(environment).toHaveProperty(name);
  });

  it('compose.yaml sets only variables that the server reads, and starts the sandbox with demo data', () => {
    expect(Object.keys(environment).filter((name) => !(name in environmentSchema.shape))).toEqual([]);
    expect(readConfig(fillIn({ ...required, ...optional }))).toMatchObject({
      development: true,
      admin: {
        email: required.ADMIN_EMAIL,
        password: required.ADMIN_PASSWORD,
        firstName: optional.ADMIN_FIRST_NAME,
        lastName: optional.ADMIN_LAST_NAME,
      },
      demoData: true,
      stripe: undefined,
      sandboxPort: 3001,
      databaseUrl: 'postgres://academy:academy@postgres:5432/academy',
    });
  });

  it('compose.yaml publishes the academy, its sandbox and the mail catcher to this machine only', () => {
    const { http, sandboxPort, mail } = readConfig(fillIn(required));
    expect(trial.match(/^\s+ports:/gm)).toHaveLength(2);
    expect(published.map(([line]) => line)).toHaveLength(trial.match(/^\s+- "[^"]*\d:\d+"$/gm)?.length ?? 0);
    for (const [, address, outside, inside] of published) {
      expect(address).toBe('127.0.0.1');
      expect(outside).toBe(inside);
    }
    const ports = published.map(([, , outside]) => Number(outside));
    expect(ports).toEqual([http.port, sandboxPort, 8025]);
    expect(http.appUrl).toBe(`http://localhost:${http.port}`);
    expect(http.host).toBe('0.0.0.0');
    expect(mail.smtpUrl).toBe('smtp://mail:1025');
    expect(trial).toMatch(/\n {2}mail:\n/);
  });

  it('compose.yaml uses other volumes than production, and gives the database its own credentials', () => {
    const nameOf = (text: string) => /^name: (.*)$/m.exec(text)?.[1];
    expect(nameOf(trial)).not.toBe(nameOf(compose));
    const database = environmentOf(trial, '\n  postgres:');
    const url = new URL(environment.DATABASE_URL ?? '');
    expect([url.username, url.password, url.pathname.slice(1)]).toEqual([
      database.POSTGRES_USER,
      database.POSTGRES_PASSWORD,
      database.POSTGRES_DB,
    ]);
  });
});
