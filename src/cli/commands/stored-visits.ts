import type { Command } from 'commander';
import { addAnalyticsDeleteCommand } from './analytics-delete.ts';
import { addAnalyticsDropDamagedCommand } from './analytics-drop-damaged.ts';
import { addAnalyticsRetentionCommand } from './analytics-retention.ts';
import { addAnalyticsVerifyCommand } from './analytics-verify.ts';

/** `docwright analytics verify|delete|retention|drop-damaged`. */
export function addStoredVisitsCommand(program: Command): void {
  const analytics = program.command('analytics').description('maintain stored visits');
  addAnalyticsVerifyCommand(analytics);
  addAnalyticsDeleteCommand(analytics);
  addAnalyticsRetentionCommand(analytics);
  addAnalyticsDropDamagedCommand(analytics);
}
