import { describe, expect, it } from 'vitest';
import type { CommentEvent } from '../../codehost/webhook.ts';
import { answerMarker, instructionOf, readMention } from './read-mention.ts';

function comment(text: string, fields: Partial<CommentEvent> = {}): CommentEvent {
  return {
    kind: 'comment',
    repositoryUrl: 'https://github.com/acme/docs',
    number: 7,
    id: '1',
    author: 'ada',
    pullRequestAuthor: 'acme-bot',
    isByBot: false,
    text,
    path: undefined,
    line: undefined,
    thread: { kind: 'conversation', id: '' },
    createdAt: '2026-11-30T00:00:00Z',
    ...fields,
  };
}

describe('a comment', () => {
  it.each([
    ['/docwright Shorten this.', 'Shorten this.'],
    ['Thanks!\n/docwright\nShorten this.', 'Thanks!\n\nShorten this.'],
    ['@docwright please shorten', 'please shorten'],
    ['Please, @Docwright, shorten', 'Please, , shorten'],
    ['@acme-bot shorten', 'shorten'],
    ['shorten (@docwright)', 'shorten ()'],
    ['@docwright', ''],
  ])('%j tells the agent %j', (text, instruction) => {
    expect(readMention(comment(text))).toBe(instruction);
  });

  it.each([
    'Looks good to me',
    'mail docwright@docwright.example',
    '@docwright-fan is right',
    '@docwrighter',
    'see /docwright/setup',
    'the /docwright command',
    '/docwrights',
    '> @docwright shorten\n\nNo, leave it.',
  ])('%j is for people', (text) => {
    expect(readMention(comment(text))).toBeUndefined();
  });

  it('of a program, or that is an answer of ours, is never an instruction', () => {
    expect(readMention(comment('@docwright go', { isByBot: true }))).toBeUndefined();
    expect(readMention(comment(`@docwright go\n\n${answerMarker} msg_1 -->`))).toBeUndefined();
  });

  it('of the person whose token is used needs the name of Docwright', () => {
    const own = { author: 'ada', pullRequestAuthor: 'ada' };
    expect(readMention(comment('@ada go', own))).toBeUndefined();
    expect(readMention(comment('@docwright go', own))).toBe('go');
  });

  it('is cut to what a message takes, in time linear in its length', () => {
    const long = `/docwright ${'@'.repeat(65_000)}`;
    expect(readMention(comment(long))).toHaveLength(40_000);
  });

  it('brings its place in the change', () => {
    const event = comment('@docwright fix', { path: 'docs/a.md', line: 12 });
    expect(instructionOf(event, 'fix')).toBe('Comment by @ada on `docs/a.md`, line 12 in pull request #7:\n\nfix');
  });
});
