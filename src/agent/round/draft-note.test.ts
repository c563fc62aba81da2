import { expect, it } from 'vitest';
import { draftNote, withoutDraftNote } from './draft-note.ts';

it('ends a summary, and is no part of what the agent said when the job goes on', () => {
  const summary = 'Adds a page.\n\nThe rest is open.';
  expect(draftNote(undefined)).toBe('');
  expect(`${summary}${draftNote('The budget ran out.')}`).toBe(
    `${summary}\n\nThe pull request is a draft. The budget ran out.`,
  );
  expect(withoutDraftNote(`${summary}${draftNote('The budget ran out.')}`)).toBe(summary);
  expect(withoutDraftNote(summary)).toBe(summary);
});
