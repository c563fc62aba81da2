import { expect, it } from 'vitest';
import { readExpressions } from './read-expressions.ts';

// `linear-expressions.long.test.ts` proves the expressions that are written down.

/** Expressions that are put together while the program runs: of what, and why that is linear. */
const putTogether: Readonly<Record<string, string>> = {
  'agent/agents/built-in/prompts/site-language.ts': 'of our own texts; every repetition has a limit',
  'agent/agents/built-in/why-not-finished.ts': 'of our own words, tried on 6,000 characters at most',
  'agent/protection/file-rules.ts': 'of our own texts; paths have at most 400 characters',
  'contract/moment.ts': 'of our own texts; tried at the first character only',
  'guide/search-guide.ts': 'of words without any meaning to it, over our own pages',
  'model/scripted/placeholders.ts': 'by whoever operates the server, for a model that only plays what it is told',
  'model/scripted/scripted-model.ts': 'by whoever operates the server, for a model that only plays what it is told',
  'model/scripted/transcript.ts': 'by whoever operates the server, for a model that only plays what it is told',
  'oauth/tokens.ts': 'of our own texts; every part has a fixed length',
  'projects/api-key-format.ts': 'of our own texts; every part has a fixed length',
  'secrets/secret-shapes.ts': 'of our own texts, each of which is judged here',
};

it('assembles expressions from text only where that is known to be safe', () => {
  expect([...readExpressions().assembled].sort()).toEqual(Object.keys(putTogether).sort());
});
