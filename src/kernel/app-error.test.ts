import { expect, it } from 'vitest';
import { AppError, defineError, remedyAt } from './app-error.ts';

const DiskTooSmall = defineError(
  {
    code: 'disk_too_small',
    status: 503,
    title: 'The disk is too small',
    remedy: { cli: 'Run `df`.', otherwise: 'Ask an operator.' },
  },
  (bytes: number, cause?: unknown) => ({ message: `${bytes} bytes are free.`, retryAfterSeconds: 30, cause }),
);

it('chooses the remedy of the entrance, and another one where it has none', () => {
  expect(remedyAt('cli', DiskTooSmall.facts)).toBe('Run `df`.');
  expect(remedyAt('settings', DiskTooSmall.facts)).toBe('Ask an operator.');
  expect(remedyAt('job', { remedy: 'Wait.' })).toBe('Wait.');
});

it('makes errors with a name, facts, what is particular about them, and their cause', () => {
  const cause = new Error('ENOSPC');
  const error = new DiskTooSmall(7, cause);
  expect(error).toBeInstanceOf(DiskTooSmall);
  expect(error).toBeInstanceOf(AppError);
  expect(error).toMatchObject({
    name: 'DiskTooSmall',
    message: '7 bytes are free.',
    retryAfterSeconds: 30,
    facts: { code: 'disk_too_small', retryable: false },
  });
  expect(error.cause).toBe(cause);
});
