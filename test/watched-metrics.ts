import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Files that ask for metrics by their names. */
const watching = [
  'helm/docwright/alerts.yaml',
  'helm/docwright/templates/autoscaling.yaml',
  'monitoring/dashboard.json',
];

/** Metrics that alerts, autoscaling and the dashboard of `deploy` ask for. */
export function watchedMetrics(): string[] {
  const texts = watching.map((file) => readFileSync(join(import.meta.dirname, '../deploy', file), 'utf8'));
  return [...new Set(texts.join('\n').match(/\b(?:docwright|process|nodejs)_[a-z\d_]+\b/g))].sort();
}

/** Names of what `/metrics` tells. */
export function toldMetrics(text: string): string[] {
  return text.split('\n').flatMap((line) => /^[a-z_\d]+/.exec(line)?.[0] ?? []);
}
