import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { isIPv6 } from 'node:net';
import { createWebPages } from './web-pages.ts';

/**
 * Runs where nothing but this machine can be reached, public addresses are its own, and its resolver asks it. A name server
 * of its own gives a name other addresses before each page; prints what comes of the pages, and to which address requests came.
 */
const publicAddress = '93.184.215.14';
const port = 8080;
const host = `docs.example.com:${port}`;
let answers: readonly string[] = [];
const came: (string | undefined)[] = [];

const types = { 1: 4, 28: 16 } as const;

const names = createSocket('udp4');
names.on('message', (query, { port: from, address }) => {
  const end = query.indexOf(0, 12) + 5;
  const type = query.readUInt16BE(end - 4);
  const records = answers
    .filter((each) => type === (isIPv6(each) ? 28 : 1))
    .map((each) => {
      const data = isIPv6(each)
        ? Buffer.from(each === '::1' ? '00000000000000000000000000000001' : '00000000000000000000ffff7f000001', 'hex')
        : Buffer.from(each.split('.').map(Number));
      // The name of the question; type, class IN, no time to live, length.
      const head = Buffer.from([0xc0, 12, 0, type, 0, 1, 0, 0, 0, 0, 0, types[type as keyof typeof types]]);
      return Buffer.concat([head, data]);
    });
  const head = Buffer.from([0, 0, 0x81, 0x80, 0, 1, 0, records.length, 0, 0, 0, 0]);
  query.copy(head, 0, 0, 2);
  names.send(Buffer.concat([head, query.subarray(12, end), ...records]), from, address);
});
names.bind(53, '127.0.0.1');

const server = createServer((request, response) => {
  came.push(request.socket.localAddress);
  if (request.url === '/moves') {
    // Whoever follows it asks for the name once more.
    answers = ['127.0.0.1'];
    response.writeHead(302, { location: '/inside' });
  } else response.writeHead(200, { 'content-type': 'text/plain' });
  response.end('Hello');
});
server.listen(port, '::');
await Promise.all([once(names, 'listening'), once(server, 'listening')]);

const pages = createWebPages();
const told: unknown[] = [];
/** The last ones ask a proxy, where nobody is. */
const behindProxy = 2;
const plans = [
  ['/', publicAddress],
  ['/', '127.0.0.1'],
  ['/', publicAddress, '127.0.0.1'],
  ['/', publicAddress, '::1'],
  ['/', '::ffff:127.0.0.1'],
  ['/moves', publicAddress],
  ['/', publicAddress],
  ['/', '10.0.0.1'],
  ['/', publicAddress],
] as const;
for (const [index, [path, ...meant]] of plans.entries()) {
  if (index === plans.length - behindProxy) process.env['HTTP_PROXY'] = 'http://127.0.0.1:1';
  answers = meant;
  const page = await pages.read(`http://${host}${path}`, { hosts: [host], signal: new AbortController().signal });
  told.push(page.kind === 'page' ? page.text : page.why);
}
process.stdout.write(JSON.stringify({ told, came }));
process.exit();
