/**
 * Tries on a real server, for as long as it is told, what nobody would write: settings, pages, requests, bytes on a
 * connection, drains and logs, made from real ones by chance that comes back with its seed.
 *
 *   npm run fuzz -- --minutes 60 --seed 7
 *   npm run fuzz -- --replay findings/request-7-1234.json
 *
 * `--only` request, socket, documentation or log leaves out the others. Every finding is printed and kept as a file to be tried again; ends with 1 when there is one. A finding is: a status of
 * 5xx or one that is not documented, no answer, a crash, an event loop held for more than 100 ms at each of three tries,
 * more than 256 MB, a check or a log without end, an answer that holds a secret or a place on the machine.
 */
import { parseArgs } from 'node:util';
import { fuzz, replay } from './fuzz-server.ts';

const { values } = parseArgs({
  options: {
    minutes: { type: 'string', default: '5' },
    seed: { type: 'string', default: '1' },
    only: { type: 'string' },
    findings: { type: 'string', default: 'findings' },
    replay: { type: 'string' },
  },
});
const print = (line: string): void => {
  console.log(line);
};
const found =
  values.replay === undefined
    ? await fuzz({
        milliseconds: Number(values.minutes) * 60_000,
        seed: Number(values.seed),
        only: values.only,
        folder: values.findings,
        print,
      })
    : await replay(values.replay, print);
process.exit(found > 0 ? 1 : 0);
