// Ends a session or a membership on a data directory, as another process of the same server does.
import { readConfig } from '../src/config/config.ts';
import { silentLogger } from '../src/kernel/logger.ts';
import { openApplication } from '../src/main.ts';

const [what = '', memberId = '', sessionId = ''] = process.argv.slice(2);
const config = readConfig(process.env);
const application = await openApplication({ config, publicUrl: 'http://localhost', logger: silentLogger });
const { members, sessions } = application.accounts;
if (what === 'session') await sessions.end({ memberId, sessionId });
if (what === 'member') await members.remove({ id: memberId, by: 'test' });
await application.close();
