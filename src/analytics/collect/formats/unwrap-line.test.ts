import { describe, expect, it } from 'vitest';
import { commonLog } from './common-log.ts';
import { findLogFormat } from './find-log-format.ts';
import { createUnwrappingReader } from './unwrap-line.ts';

const line = '198.51.100.7 - - [20/Nov/2026:10:00:00 +0000] "GET /guide HTTP/1.1" 200 512 "-" "Firefox/145.0"';
const docker = (log: string) => JSON.stringify({ log, stream: 'stdout', time: '2026-11-20T10:00:00.1Z' });
const reader = () => createUnwrappingReader(commonLog);

describe('createUnwrappingReader', () => {
  it.each([
    ['nothing', line],
    ['docker json-file', docker(`${line}\n`)],
    ['containerd', `2026-11-20T10:00:00.123456789Z stdout F ${line}`],
    ['docker logs --timestamps', `2026-11-20T10:00:00.123456789Z ${line}`],
    ['compose', `web-1  | ${line}`],
    ['docker service logs', `docs_web.1.x7yqk2@node-1    | ${line}`],
    ['compose in colours', `\u001b[0;33;1mnginx.1     | \u001b[0m${line}`],
    ['compose with the host in front', `nginx.1     | docs.example ${line} "172.19.0.8:80"`],
    ['kubectl logs --prefix', `[pod/web-7d/nginx] ${line}`],
    ['RFC 3164', `<190>Nov 20 10:00:00 web nginx: ${line}`],
    ['RFC 3164 without a host', `<190>Nov  2 10:00:00 nginx[12]: ${line}`],
    ['rsyslog', `2026-11-20T10:00:00.1+00:00 web nginx[12]: ${line}`],
    ['RFC 5424', `<190>1 2026-11-20T10:00:00.1Z web nginx 12 - - ${line}`],
    ['RFC 5424 with data', `<190>1 2026-11-20T10:00:00Z web nginx 12 a [b@1 c="] \\" x"][d] \ufeff${line}`],
    ['a shipper', JSON.stringify({ '@timestamp': '2026-11-20T10:00:00Z', message: line, host: { name: 'web' } })],
    ['journald', JSON.stringify({ MESSAGE: line, PRIORITY: '6' })],
    ['journald, which writes colours as bytes', JSON.stringify({ MESSAGE: [...Buffer.from(`\u001b[0m${line}`)] })],
    ['several at once', `web-1 | 2026-11-20T10:00:00Z ${docker(`<190>Nov 20 10:00:00 web nginx: ${line}\n`)}`],
  ])('takes off %s', (_name, wrapped) => {
    const read = reader();
    for (let turn = 0; turn < 2; turn += 1) {
      expect(read(wrapped)?.hit).toMatchObject({ ip: '198.51.100.7', url: '/guide', userAgent: 'Firefox/145.0' });
    }
    expect(read(wrapped)?.hit?.headers).toBeUndefined();
  });

  it('counts columns from where the line begins', () => {
    const prefix = 'web-1  | ';
    const broken = line.replace(' 200 ', ' 2x0 ');
    const { column } = reader()(broken) as { column: number };
    expect(reader()(`${prefix}${broken}`)).toMatchObject({ column: column + prefix.length });
  });

  it('joins the parts of a line, by the stream that they come from', () => {
    const read = reader();
    const [head, tail] = [line.slice(0, 80), line.slice(80)];
    const cri = (stream: string, kind: string, text: string) =>
      read(`2026-11-20T10:00:00.1Z ${stream} ${kind} ${text}`);
    expect(cri('stdout', 'P', head)).toBeUndefined();
    expect(cri('stderr', 'F', 'noise')?.rejected).toBe('form');
    expect(cri('stdout', 'F', tail)?.hit?.userAgent).toBe('Firefox/145.0');
    const long = line.replace('Firefox', 'x'.repeat(20_000));
    expect(read(docker(long.slice(0, 16_384)))).toBeUndefined();
    expect(read(docker(`${long.slice(16_384)}\n`))?.hit?.userAgent).toHaveLength(20_006);
  });

  it('refuses what is no line inside, and goes on', () => {
    const read = reader();
    for (const text of [
      'web-1 | hello',
      docker('hello\n'),
      '{"message":""}',
      '{',
      '<190>1 a b c d e [',
      'x'.repeat(60_000),
    ]) {
      expect(read(text)?.rejected).toBeDefined();
      expect(read(line)?.hit).toBeDefined();
    }
  });

  it('takes what stands around a line for no value of a format that begins with any text', () => {
    const read = createUnwrappingReader(
      findLogFormat('$one $status $two $remote_addr $time_iso8601 $request_method $uri')!,
    );
    const line = 'x 200 y 203.0.113.9 2026-11-20T10:00:05Z GET /guide';
    expect(read(`<134>1 2026-11-20T10:00:05.123Z web1 server 812 - - ${line}`)?.hit?.status).toBe(200);
    expect(read(line)?.hit?.status).toBe(200);
  });

  it('keeps bytes that are no UTF-8 apart in paths', () => {
    const read = reader();
    const url = (path: string) => read(line.replace('/guide', path))?.hit?.url;
    expect([url('/caf\\xE9'), url('/caf\\xC3\\xA9'), url('/caf\udce9')]).toEqual(['/caf%E9', '/café', '/caf%E9']);
  });
});
