import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { expect, it } from 'vitest';
import { parse } from 'yaml';
import { unknownVariables } from '../src/config/config.ts';

/** What can be known of `deploy` without Docker and systemd; `deploy/try-image` and `deploy/try-compose` build the image and run it. */

const root = join(import.meta.dirname, '..');
const read = (path: string) => readFileSync(join(root, path), 'utf8');

it('the guide shows the unit of systemd as it is', () => {
  expect(/```ini\n(.*?)```/s.exec(read('docs/guide/systemd.md'))?.[1]).toBe(read('deploy/docwright.service'));
});

it('the unit lets backups be written where the page about it puts them', () => {
  const [, folder = ''] = /^ReadWritePaths=-(\S+)$/m.exec(read('deploy/docwright.service')) ?? [];
  expect(read('docs/guide/systemd.md')).toContain(`DOCWRIGHT_BACKUP_TO=${folder} |`);
});

it('compose builds the Dockerfile that is there, and keeps the volume of the image', () => {
  const { services, volumes } = parse(read('deploy/compose.yaml')) as {
    services: { docwright: { build: { context: string; dockerfile: string }; volumes: string[]; read_only: boolean } };
    volumes: object;
  };
  const { build, volumes: mounts, read_only: isReadOnly } = services.docwright;
  const dockerfile = join(build.context, build.dockerfile);
  expect(existsSync(join(root, 'deploy', dockerfile))).toBe(true);
  const kept = /^VOLUME (\S+)$/m.exec(read('deploy/Dockerfile'))?.[1];
  expect(mounts).toEqual([`data:${kept}`, 'backups:/backups']);
  expect(Object.keys(volumes)).toEqual(['data', 'backups']);
  expect(read('deploy/Dockerfile')).toMatch(/mkdir \/data \/backups && chown 10001:10001 \/data \/backups/);
  expect(isReadOnly).toBe(true);
});

it.each([
  'deploy/Dockerfile',
  'deploy/compose.yaml',
  'deploy/compose.several.yaml',
  'deploy/docwright.service',
  'deploy/helm/docwright/templates/processes.yaml',
])('%s sets known variables', (path) => {
  const named = read(path).match(/\bDOCWRIGHT_\w+/g) ?? [];
  expect(named.length).toBeGreaterThan(0);
  expect(unknownVariables(Object.fromEntries(named.map((name) => [name, 'set'])))).toEqual([]);
});

it('what the image is built from holds no keys, no data and no modules of this machine', () => {
  const ignored = read('.dockerignore').split('\n');
  const machine = ['.git', '.docwright-data', '.demo', '**/*.env', '**/node_modules', '**/dist'];
  expect(ignored).toEqual(expect.arrayContaining(machine));
});

it('the keys that compose reads are never committed', () => {
  const keys = 'deploy/docwright.env';
  expect(read('deploy/compose.yaml')).toContain(`path: ${basename(keys)}`);
  expect(execFileSync('git', ['check-ignore', keys], { cwd: root, encoding: 'utf8' })).toBe(`${keys}\n`);
});

it('compose has every role, with what nobody may leave out', () => {
  const { services } = parse(read('deploy/compose.several.yaml'), { merge: true }) as {
    services: Record<string, { environment: Record<string, string>; stop_grace_period: string; volumes: string[] }>;
  };
  const { api, worker, ingest } = services;
  for (const [role, service] of Object.entries({ api, worker, ingest })) {
    expect(service?.environment).toMatchObject({
      DOCWRIGHT_ROLE: role,
      DOCWRIGHT_MASTER_KEY: expect.stringContaining(':?') as string,
      DOCWRIGHT_DATABASE_URL: expect.stringMatching(/^postgres:.*@postgres/) as string,
      DOCWRIGHT_VISITS_URL: expect.stringMatching(/^clickhouse:.*@clickhouse/) as string,
    });
    expect([service?.stop_grace_period, service?.volumes.length]).toEqual(['45s', 1]);
  }
});

it('the chart sends views to those who take them, as the guide says', () => {
  const paths = /list ((?:"[^"]+" ?)+)/.exec(read('deploy/helm/docwright/templates/ingress.yaml'))?.[1];
  expect(paths?.match(/[^" ]+/g)).toEqual(['/t.js', '/v1/collect', '/v1/ingest', '/.well-known/fastly']);
});

it('the image starts the program without core dumps, in place of the shell, and the chart starts the image', () => {
  const [, line = ''] = /^ENTRYPOINT (.*)$/m.exec(read('deploy/Dockerfile')) ?? [];
  const [command = '', ...parts] = JSON.parse(line) as string[];
  const folder = mkdtempSync(join(tmpdir(), 'docwright-entrypoint-'));
  try {
    // In its place: says its limit, what started it, and what it was given.
    writeFileSync(
      join(folder, 'docwright'),
      '#!/bin/sh\nulimit -c; ulimit -H -c; cat /proc/$$/comm; printf "%s|" "$@"\n',
      {
        mode: 0o755,
      },
    );
    const env = { PATH: `${folder}:${process.env['PATH'] ?? ''}` };
    const said = execFileSync(command, [...parts, 'key', 'create', 'two words'], { env, encoding: 'utf8' });
    expect(said.split('\n')).toEqual(['0', '0', 'docwright', 'key|create|two words|']);
  } finally {
    rmSync(folder, { recursive: true });
  }
  expect(read('deploy/helm/docwright/templates/processes.yaml')).not.toMatch(/^ +command:/m);
  for (const file of ['deploy/compose.yaml', 'deploy/compose.several.yaml']) {
    expect(read(file)).not.toContain('entrypoint:');
  }
});
