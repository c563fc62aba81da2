import { describe, expect, it } from 'vitest';
import { playTask } from '../bench/agent-tasks/play-task.ts';
import { scriptedTasks } from '../bench/agent-tasks/tasks.ts';

/** Bytes of all requests of a task together, a tenth more than was measured when they were written. */
const mostBytes = 100_000;

describe('ten tasks, as the server of the model sees them', () => {
  it.each(scriptedTasks)('$name', async (task) => {
    const { calls, bytes, isDone, failures } = await playTask(task);
    expect(failures).toEqual([]);
    expect(isDone).toBe(true);
    expect(calls).toBe(task.turns.length);
    expect(calls).toBeLessThanOrEqual(6);
    expect(bytes).toBeLessThanOrEqual(mostBytes);
  });
});
