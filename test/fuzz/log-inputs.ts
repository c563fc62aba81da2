import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync, zstdCompressSync } from 'node:zlib';
import { bytesOf, textOfBytes, type InputOf } from './input.ts';
import { mutateText } from './mutate-text.ts';
import type { Random } from './random.ts';

const folder = join(import.meta.dirname, '../fixtures/logs');
const columns =
  '#Version: 1.0\n#Fields: date time c-ip cs-method cs-uri-stem cs-uri-query sc-status cs(User-Agent) cs(Referer)\n';
export const logSamples: readonly string[] = [
  ...readdirSync(folder)
    .filter((name) => /\.(?:log|jsonl)$/.test(name))
    .sort()
    .map((name) => readFileSync(join(folder, name), 'latin1').slice(0, 20_000)),
  `${columns}${'2026-11-22 10:00:00 203.0.113.9 GET /a x=%2520y 200 Mozilla/5.0%20(X11) -\n'.repeat(20)}`,
  '{"time":"2026-11-22T10:00:00Z","path":"/a","status":200,"remote_addr":"203.0.113.9","user_agent":"curl/8"}\n'.repeat(
    20,
  ),
];

export const logWords = [
  ...[
    '"',
    ' - - [',
    '] ',
    '[22/Nov/2026:10:00:00 +0000]',
    '"GET / HTTP/1.1"',
    ' 200 ',
    ' -1 ',
    '\\x22',
    '\\"',
    '::1',
    '0x7f.1',
    '\t',
    '%',
  ],
  ...[
    '#Fields: ',
    '#Fields:',
    'c-ip ',
    '{',
    '}',
    '"time":',
    '"request":{',
    '1e400',
    '+9999',
    '31/Feb/2026',
    '::ffff:',
    ' HTTP/9',
    '\n',
  ],
];

/** A log file for `docwright import`, some of them compressed, and some of those broken. */
export function makeLog(random: Random): InputOf<'log'> {
  let text = mutateText(random.pick(logSamples), random, logWords);
  if (random.percent(20)) text += mutateText(random.pick(logSamples), random, logWords);
  const plain = Buffer.from(text, random.percent(50) ? 'utf8' : 'latin1');
  if (random.percent(70)) return { kind: 'log', name: 'access.log', bytes: textOfBytes(plain) };
  const packed = textOfBytes(random.percent(50) ? gzipSync(plain) : zstdCompressSync(plain));
  const bytes = random.percent(50) ? packed : mutateText(packed, random, ['\0', '\u{1F}\u{8B}']);
  return { kind: 'log', name: 'access.log.gz', bytes: textOfBytes(bytesOf(bytes)) };
}
