import { expect, it } from 'vitest';
import { countNotes, isFromPerson, isMessage, isNote, type Note, type TranscriptEntry } from './transcript.ts';

const person: TranscriptEntry = { role: 'user', text: 'Fix it' };
const note = (kind: 'reminder' | 'cut-off'): Note => ({ role: 'user', origin: 'agent', kind, text: 'Go on' });
const findings: Note = { role: 'user', origin: 'round', kind: 'findings', text: 'A broken link' };
const answer: TranscriptEntry = { role: 'assistant', parts: [{ type: 'text', text: 'Yes' }] };
const pruned: TranscriptEntry = { role: 'pruned', callIds: [] };
const summarised: TranscriptEntry = { role: 'summarised', summary: 'Begun', firstKept: 1 };

it('tells people from the program, and messages from decisions', () => {
  const all = [person, note('reminder'), findings, answer, pruned, summarised];
  expect(all.map(isFromPerson)).toEqual([true, false, false, false, false, false]);
  expect(all.map(isMessage)).toEqual([true, true, true, true, false, false]);
  expect(all.map((entry) => isNote(entry, 'findings'))).toEqual([false, false, true, false, false, false]);
  expect(isNote(undefined, 'findings')).toBe(false);
});

it('counts what the program said since a person last spoke', () => {
  const before = [note('reminder'), person, note('reminder'), answer, findings, note('reminder'), note('cut-off')];
  expect([countNotes(before, 'reminder'), countNotes(before, 'cut-off'), countNotes(before, 'findings')]).toEqual([
    2, 1, 1,
  ]);
  expect(countNotes([...before, person], 'reminder')).toBe(0);
  expect(countNotes([findings, findings], 'findings')).toBe(2);
});
