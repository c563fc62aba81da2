// The real server as a process of its own, which tells how long it kept its event loop and how much memory it took.
import { serve } from '../../src/serve.ts';
import { startHoldMeter } from './hold-meter.ts';

process.on('disconnect', () => process.exit());
const server = await serve(process.env);
const meter = startHoldMeter();
process.on('message', (question) => {
  if (question === 'reset') meter.reset();
  if (question === 'stop') void server.stop().then(() => process.exit());
  else process.send?.(meter.read());
});
process.send?.(server.url);
