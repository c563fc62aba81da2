import type { Command } from 'commander';
import { addAnalyticsDeleteCommand } from './analytics-delete.ts';
import { addAnalyticsDropDamagedCommand } from './analytics-drop-damaged.ts';
import { addAnalyticsVerifyCommand } from './analytics-verify.ts';

/** `docwright analytics verify|delete|drop-damaged`. */
export function addStoredVisitsCommand(program: Command): void {
  const analytics = program.command('analytics').description('maintain stored visits');
  addAnalyticsVerifyCommand(analytics);
  addAnalyticsDeleteCommand(analytics);
  addAnalyticsDropDamagedCommand(analytics);
}
