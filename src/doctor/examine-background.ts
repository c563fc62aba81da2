import type { BackgroundFailureRow } from '../db/schema.ts';
import { counted } from '../kernel/counted.ts';
import type { Outcome } from './examination.ts';

/** Background work that has failed since its last success. */
export function examineBackground(rows: readonly BackgroundFailureRow[]): Outcome {
  const failing = rows.filter(({ in_a_row }) => in_a_row > 0);
  const [first] = failing;
  if (first === undefined) return { state: 'ok', message: 'All background work succeeded last time.', remedy: null };
  const messages = failing.map(({ work, in_a_row, since, message }) => {
    const begin = new Date(since).toISOString();
    return `${capitalised(work)} failed ${counted(in_a_row, 'time')} since ${begin}: ${message}`;
  });
  const remedies = new Set(failing.map(({ remedy }) => remedy ?? "Check the server's log."));
  return {
    state: 'error',
    message: messages.join(' '),
    remedy: `${[...remedies].join(' ')} The work is tried again automatically.`,
  };
}

function capitalised(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
