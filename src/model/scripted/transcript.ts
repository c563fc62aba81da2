import { z } from 'zod';

/**
 * A transcript is played turn by turn; which turn comes next is read from the messages, so a resumed job goes on where
 * it was. What a person says may begin one of its `scripts`; else the turns that are being played go on. Strings of `text` and `input` may hold placeholders, filled from the results of earlier tool calls:
 *
 * - `{{findings}}`: the text of the result of the call named `"as": "findings"`;
 * - `{{edits.count}}`: how many calls named `edits` succeeded so far;
 * - `{{path}}`: the named group `path` of the `forEach` match that the call is made for;
 * - `{{target|fixes}}`: that group looked up in `tables.fixes`. A call whose lookup finds nothing is left out.
 */
const forEach = z.strictObject({
  in: z.string().describe('Name of an earlier call.'),
  match: z
    .string()
    .describe('Regular expression with named groups, tried on each line of the result. Equal matches count once.'),
});

const call = z.strictObject({
  tool: z.string(),
  input: z.unknown(),
  as: z
    .string()
    .regex(/^[a-z][a-z0-9]*$/i)
    .optional(),
  forEach: forEach.optional(),
});

const faultNames = [
  'key-invalid',
  'model-unknown',
  'quota-exhausted',
  'context-too-long',
  'overloaded',
  'timeout',
  'unreachable',
] as const;

const turn = z.strictObject({
  text: z.string().default(''),
  calls: z.array(call).default([]),
  stopReason: z.enum(['refused', 'length']).optional(),
  faults: z.array(z.enum(faultNames)).default([]).describe('Met one per attempt before the turn is given.'),
  waitMilliseconds: z.number().int().nonnegative().default(0).describe('Time the model takes to answer.'),
  wordMilliseconds: z.number().int().nonnegative().default(0).describe('Time the model takes to write each word.'),
});

const script = z.strictObject({
  when: z
    .string()
    .refine(isRegularExpression, 'is not a regular expression')
    .describe(
      'Regular expression, letters of either case, tried on all that people said so far, one message a line. The first ' +
        'script that fits is played from its first turn.',
    ),
  turns: z.array(turn).min(1),
});

export const transcriptSchema = z.strictObject({
  description: z.string(),
  contextTokens: z.number().int().positive().default(200_000),
  /** Media types that the model can look at. */
  sees: z.array(z.string()).default([]),
  tables: z.record(z.string(), z.record(z.string(), z.string())).default({}),
  turns: z.array(turn).min(1),
  scripts: z.array(script).default([]),
  /** Given for every request after the last turn, such as a follow-up message. Without it that is an error. */
  afterwards: turn.optional(),
});

export type Transcript = z.infer<typeof transcriptSchema>;
export type TranscriptTurn = z.infer<typeof turn>;
export type TranscriptCall = z.infer<typeof call>;
export type FaultName = (typeof faultNames)[number];

function isRegularExpression(pattern: string): boolean {
  try {
    return new RegExp(pattern, 'iu').source !== '';
  } catch {
    return false;
  }
}
