import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runCommand } from '../../../test/command-line.ts';

const now = new Date().toUTCString().split(' ');
const time = `${now[1] ?? ''}/${now[2] ?? ''}/${now[3] ?? ''}:00:00:00 +0000`;
const line = (page: string, userAgent: string, status = 200) =>
  `203.0.113.9 - - [${time}] "GET ${page} HTTP/1.1" ${status} 1 "-" "${userAgent}"\n`;

let folder: string;

async function run(...args: string[]) {
  const env = { PATH: process.env['PATH'], DOCWRIGHT_DATA_DIR: join(folder, 'data') };
  const { code, out, error } = await runCommand(args, { env, cwd: folder });
  return { stdout: out, stderr: error, code };
}

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'import-'));
  mkdirSync(join(folder, 'docs'));
  writeFileSync(join(folder, 'docs', 'index.md'), '# Docs\n');
  const agent = 'Claude-User (claude-code/2.1.4; +https://support.anthropic.com/)';
  const log = line('/guide', agent) + line('/guide.md', agent) + line('/a.css', agent) + line('/x', agent, 404);
  writeFileSync(join(folder, 'access.log'), `${log}\u001b[31mnoise\n`);
  writeFileSync(
    join(folder, 'access.log.1'),
    gzipSync(line('/old', agent) + line('/person', 'Mozilla/5.0 Firefox/145')),
  );
  const created = await run('init', '--project', 'Docs', '--repository', 'docs');
  expect(created).toMatchObject({ code: 0 });
});
afterAll(() => {
  rmSync(folder, { recursive: true });
});

describe('docwright import', () => {
  it('reads a format as a configuration describes it, and says where a line leaves it', async () => {
    const format = '$http_user_agent|$status|$time_local|$remote_addr|$request_uri';
    const row = (page: string) => `Firefox/145|200|${time}|203.0.113.9|${page}\n`;
    writeFileSync(join(folder, 'custom.log'), row('/guide') + row('/other').replace('|200|', '|2x0|'));
    const told = await run('import', 'Docs', 'custom.log', '--format', format, '--dry-run');
    expect(told.stdout).toMatch(/would be kept\s+1\b/);
    expect(told.stdout).toMatch(/line 2: Firefox.*\(column 13 should be a status of three digits\)/);
    writeFileSync(join(folder, 'near.log'), line('/a', 'x').replace(' 200 ', ' 0.2 200 '));
    const refused = await run('import', 'Docs', 'near.log', '--dry-run');
    expect(refused.code).toBe(1);
    expect(refused.stdout).toMatch(/nearest is combined: line 1, column \d+ should be a status of three digits/);
    writeFileSync(join(folder, 'half.log'), line('/a', 'x') + line('/b', 'y').slice(0, -3));
    expect((await run('import', 'Docs', 'half.log', '--dry-run')).stdout).toMatch(/may be half written/);
  });

  it('shows in a dry run what it understood, keeps nothing, then keeps each view once', async () => {
    const dry = await run('import', 'Docs', 'access.log*', '--dry-run');
    expect(dry.stdout).toMatch(/would be kept\s+2\b/);
    expect(dry.stdout).toMatch(/coding_agent\s+3\nhuman\s+1/);
    expect(dry.stdout).toContain('No views by people were kept. Every kept view is by a program');
    expect(dry.stdout).toMatch(/line 5: .\[31mnoise/);
    expect(dry.stdout).not.toContain('\u001b[31m');

    const byName = await run('import', 'access.log*', '--project', 'Docs', '--dry-run');
    expect(byName.stdout).toBe(dry.stdout);
    expect((await run('import', 'access.log*', '--dry-run')).stdout).toBe(dry.stdout);
    const first = await run('import', 'Docs', 'access.log*', '--json');
    expect(JSON.parse(first.stdout)).toMatchObject({
      dryRun: false,
      files: [
        {
          name: 'access.log',
          format: 'combined',
          lines: 5,
          hits: 4,
          accepted: 2,
          dropped: { asset: 1, status: 1 },
          rejected: { form: { count: 1 } },
          failure: null,
        },
        { name: 'access.log.1', accepted: 2, people: 1, dropped: {} },
      ],
    });
    const promised = await run('import', 'Docs', 'access.log', 'access.log.1', '--dry-run', '--json');
    const again = await run('import', 'Docs', 'access.log', 'access.log.1', '--json');
    expect((JSON.parse(promised.stdout) as { files: object[] }).files).toEqual(
      (JSON.parse(again.stdout) as { files: object[] }).files,
    );
    expect(JSON.parse(again.stdout)).toMatchObject({
      files: [
        { accepted: 0, dropped: { duplicate: 2 } },
        { accepted: 0, people: 1 },
      ],
    });
  });

  it('says why no person is kept, or why those that are do not count, and what to do', async () => {
    const reportOf = async (name: string, content: string) => {
      writeFileSync(join(folder, name), content);
      return (await run('import', 'Docs', name, '--dry-run')).stdout;
    };
    const person = 'Mozilla/5.0 Firefox/145';
    const errors = line('/a', person, 500) + line('/b', person, 301) + line('/c', 'curl/8.9.1');
    expect(await reportOf('errors.log', errors)).toMatch(/No views by people were kept\. Most lines are errors/);
    expect(await reportOf('people.log', errors + line('/c', person))).not.toContain('No view of a person');
    await run('project', 'set', 'Docs', '--setting', 'analytics.humanSource=tracker');
    expect(await reportOf('people.log', errors + line('/c', person))).toMatch(
      /1 page views of people were stored but do not count.*humanSource=automatic/,
    );
    await run('project', 'set', 'Docs', '--setting', 'analytics.humanSource=null');
  });

  it('says when all lines hold the address of a proxy', async () => {
    writeFileSync(join(folder, 'proxied.log'), line('/a', 'x').replace('203.0.113.9', '10.0.0.5'));
    const { stdout } = await run('import', 'Docs', 'proxied.log', '--dry-run');
    expect(stdout).toContain('Every line has the private address 10.0.0.5');
    expect((await run('import', 'Docs', 'access.log', '--dry-run')).stdout).not.toContain('private address');
  });

  it('counts again what is stored', async () => {
    const { stdout, code } = await run('analytics', 'verify', 'Docs', '--json');
    expect(code).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({ ok: true, views: 4, differences: [] });
    expect((await run('analytics', 'verify', 'Docs')).stdout).toMatch(/^4 views, \d+ counts compared: all agree\./);
  });

  it('leaves views that the same catalogue classified as they are', async () => {
    const { stdout } = await run('reclassify', 'Docs', '--json');
    expect(JSON.parse(stdout)).toMatchObject({ views: 0, combinations: 2 });
  });

  it.each([
    [['import', 'Docs', 'nowhere.log'], 2, /nowhere\.log matches no/],
    [['import', 'Docs', 'access.log', '--format', 'sideways'], 2, /One of .*combined, caddy/],
    [['import', 'Nobody', 'access.log'], 1, /no project "Nobody"/],
    [['import', 'Docs', '-', '--follow'], 2, /--follow: needs a file/],
  ])('docwright %j exits with %d', async (args, code, message) => {
    const outcome = await run(...args);
    expect(outcome.stderr).toMatch(message);
    expect(outcome.code).toBe(code);
  });
});

describe('docwright classify', () => {
  it('explains a user agent beside other evidence', async () => {
    const { stdout } = await run('classify', 'curl/8.9.1', '--path', '/guide.md', '--json');
    expect(JSON.parse(stdout)).toMatchObject({
      category: 'markdown_client',
      countedAs: 'ai',
      evidence: 'path',
      rule: 'path:.md',
    });
  });

  it('explains a whole request', async () => {
    writeFileSync(
      join(folder, 'request.txt'),
      '> GET /guide HTTP/2\n> User-Agent: axios/1.8.4\n> Accept: text/markdown, text/html, */*\n>\n',
    );
    const { stdout } = await run('classify', '--request', 'request.txt');
    expect(stdout).toMatch(/product\s+Claude Code/);
    expect(stdout).toMatch(/rule\s+accept-fingerprint:claude-code/);
  });

  it('says what is missing', async () => {
    expect(await run('classify')).toMatchObject({ code: 2, stderr: expect.stringContaining('--request') as string });
    expect(await run('classify', 'x', '--header', 'nonsense')).toMatchObject({ code: 2 });
    writeFileSync(join(folder, 'bad.txt'), 'hello\n');
    expect(await run('classify', '--request', 'bad.txt')).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('request line') as string,
    });
  });
});

describe('docwright analytics delete', () => {
  it('removes a page and a visitor, and says what it cannot understand', async () => {
    const remove = (...args: string[]) => run('analytics', 'delete', 'Docs', ...args, '--yes', '--json');
    expect(JSON.parse((await remove('--page', '/old')).stdout)).toEqual({ views: 1 });
    const agent = 'Claude-User (claude-code/9.0.0; +https://support.anthropic.com/)';
    expect(JSON.parse((await remove('--ip', '203.0.113.9', '--user-agent', agent)).stdout)).toEqual({ views: 2 });
    expect(JSON.parse((await remove('--user-id', 'nobody')).stdout)).toEqual({ views: 0 });
    for (const [bad, problem] of [
      [['--ip', 'here', '--user-agent', agent], { type: '/problems/invalid_request', details: [{ field: 'ip' }] }],
      [['--ip', '203.0.113.9'], { type: '/problems/command_input_invalid' }],
      [[], { type: '/problems/command_input_invalid' }],
      [['--page', '/a', '--user-id', 'b'], { type: '/problems/command_input_invalid' }],
    ] as const) {
      const { code, stderr } = await remove(...bad);
      expect([bad, code, JSON.parse(stderr)]).toMatchObject([bad, 2, problem]);
    }
  });
});
