// Calls and bytes that our agent needs for ten tasks, as the server of the model sees them: `node bench/agent-tasks.ts`.
// Beside them, where they have a shell to do the same with: `--codex <program>` and `--opencode <program>` of npm's
// @openai/codex and opencode-ai, on the same double and tasks.
import { playPeer, type Peer } from './agent-tasks/play-peer.ts';
import { playTask } from './agent-tasks/play-task.ts';
import { scriptedTasks } from './agent-tasks/tasks.ts';

const peers = (['codex', 'opencode'] as const).flatMap((name): { name: Peer; program: string }[] => {
  const at = process.argv.indexOf(`--${name}`);
  const program = at === -1 ? undefined : process.argv[at + 1];
  return program === undefined ? [] : [{ name, program }];
});
const kilobytes = (bytes: number) => `${(bytes / 1000).toFixed(0)} KB`;
const head = ['task', 'calls', 'sent', ...peers.flatMap(({ name }) => [`${name}: calls`, `${name}: sent`])];
console.log(`| ${head.join(' | ')} |\n|${head.map(() => '---').join('|')}|`);
for (const task of scriptedTasks) {
  const { calls, bytes, isDone, failures } = await playTask(task);
  const cells = [`${task.name}${isDone ? '' : ' (not done)'}`, String(calls), kilobytes(bytes)];
  for (const { name, program } of peers) {
    const played = task.shell === undefined ? undefined : await playPeer(name, program, { ...task, shell: task.shell });
    cells.push(played === undefined ? '-' : String(played.calls), played === undefined ? '-' : kilobytes(played.bytes));
  }
  console.log(`| ${cells.join(' | ')} |`);
  for (const failure of failures) console.log(`failed: ${failure}`);
}
