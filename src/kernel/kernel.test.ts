import { describe, expect, it } from 'vitest';
import { newId } from './ids.ts';
import { createLogger } from './logger.ts';
import { createSecretBox } from './secret-box.ts';

describe('ids', () => {
  it('sort by the time they were made', () => {
    const ids = [1, 2, 1_000, 1_700_000_000_000].map((time) => newId('job', time));
    expect([...ids].sort()).toEqual(ids);
    expect(ids[3]).toMatch(/^job_[0-9a-z]{26}$/);
  });

  it('differ in every random place, also within one millisecond', () => {
    const ids = Array.from({ length: 2_000 }, () => newId('job', 1));
    expect(new Set(ids).size).toBe(ids.length);
    const tails = ids.map((id) => id.slice(-16));
    const values = Array.from({ length: 16 }, (_, place) => new Set(tails.map((tail) => tail[place])).size);
    expect(Math.min(...values)).toBeGreaterThanOrEqual(16);
  });
});

describe('logger', () => {
  it('redacts secret fields, and what it is told to inside text', () => {
    const lines: string[] = [];
    const redact = (line: string) => line.replaceAll('secret', '[redacted]');
    const logger = createLogger({ level: 'info', redact, destination: { write: (line) => lines.push(line) } });
    logger.info({ headers: { authorization: 'Bearer abc' }, note: 'used a secret' }, 'sent a secret');
    expect(JSON.parse(lines[0]!)).toMatchObject({
      level: 'info',
      headers: { authorization: '[redacted]' },
      note: 'used a [redacted]',
      msg: 'sent a [redacted]',
    });
  });

  it('tells an error with its causes, and nothing else that hangs on it', () => {
    const lines: string[] = [];
    const redact = (line: string) => line;
    const logger = createLogger({ level: 'info', redact, destination: { write: (line) => lines.push(line) } });
    const cause = Object.assign(new TypeError('socket closed'), { code: 'ECONNRESET', request: { body: 'a prompt' } });
    logger.error({ error: new Error('could not ask', { cause }) }, 'failed');
    logger.error({ error: 'thrown as text' }, 'failed');
    expect(JSON.parse(lines[0]!)).toMatchObject({
      error: {
        name: 'Error',
        message: 'could not ask',
        stack: expect.stringContaining('kernel.test.ts') as string,
        cause: { name: 'TypeError', message: 'socket closed', code: 'ECONNRESET' },
      },
    });
    expect(lines[0]).not.toContain('a prompt');
    expect(JSON.parse(lines[1]!)).toMatchObject({ error: 'thrown as text' });
  });
});

describe('secret box', () => {
  const box = createSecretBox(Buffer.alloc(32, 7));
  it('opens what it sealed', () => {
    expect(box.open(box.seal('s3cret', 'project:1'), 'project:1')).toBe('s3cret');
  });
  it('refuses another context, another key and damaged text', () => {
    const sealed = box.seal('s3cret', 'project:1');
    expect(() => box.open(sealed, 'project:2')).toThrow(/cannot be decrypted/);
    expect(() => createSecretBox(Buffer.alloc(32, 8)).open(sealed, 'project:1')).toThrow(/cannot be decrypted/);
    expect(() => box.open(`${sealed.slice(0, -4)}AAAA`, 'project:1')).toThrow(/cannot be decrypted/);
  });
});
