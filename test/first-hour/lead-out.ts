// The one way out of a machine without a network: what comes to this port goes to a socket in the file system.
//   node lead-out.ts proxy.sock 3128
import { connect, createServer } from 'node:net';

const [, , socket = '', port = ''] = process.argv;
createServer((client) => {
  const proxy = connect(socket);
  client.pipe(proxy).pipe(client);
  client.on('error', () => proxy.destroy());
  proxy.on('error', () => client.destroy());
}).listen(Number(port), '127.0.0.1');
