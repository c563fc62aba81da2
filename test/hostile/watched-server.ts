// The real server as a process of its own, which tells how long it kept its event loop and how much memory it took.
import { serve } from '../../src/serve.ts';
import { keepProcessor, startHoldMeter } from './hold-meter.ts';

/** What the process is asked; each is answered with what was measured, but for the last. */
export type Question = 'reset' | 'read' | { readonly hold: number } | 'stop';

process.on('disconnect', () => process.exit());
const server = await serve(process.env);
const meter = startHoldMeter();
process.on('message', (question: Question) => {
  if (question === 'reset') meter.reset();
  if (typeof question === 'object') keepProcessor(question.hold);
  if (question === 'stop') void server.stop().then(() => process.exit());
  else process.send?.(meter.read());
});
process.send?.(server.url);
