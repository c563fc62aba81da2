// The real server as a process of its own that dies or stops at a point a test has armed.
import { once } from 'node:events';
import { flushCompileCache } from 'node:module';
import { openSqliteDatabase } from '../../src/db/open-database.ts';
import { serve } from '../../src/serve.ts';
import { crashAtWrite } from './crash-at-write.ts';

const [folder = ''] = process.argv.slice(2);
flushCompileCache();
process.on('disconnect', () => process.exit());

// Everything is loaded by now: a test that restarts the server has the next process ready before the last one dies.
await once(process, 'message');
const server = await serve(process.env, {
  openDatabase: async (file) => (await openSqliteDatabase(file)).withPlugin(crashAtWrite(folder)),
  // Tests end a lease themselves; none ends because a busy machine gave its holder no time to renew it.
  leaseMilliseconds: 600_000,
  workerTimes: { pollMilliseconds: 100, renewMilliseconds: 500, watchMilliseconds: 100 },
});
process.send?.(server.url);
await once(process, 'message');
await server.stop();
process.disconnect();
