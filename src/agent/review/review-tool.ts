import { z } from 'zod';
import { reviewCommentSchema, type ReviewComment } from '../../contract/agent-job.ts';
import { defineTool, type AgentTool, type ToolOutcome } from '../agents/built-in/tools/tool.ts';
import type { TranscriptEntry } from '../jobs/transcript.ts';
import { proveRemark, type Proof } from './remark.ts';

export const mostRemarks = 10;

const input = z.strictObject({
  comments: z
    .array(
      z.strictObject({
        path: z.string().min(1).describe('As in the pull request.'),
        line: z.int().min(1).describe('Number of the line in the new file; of a range, the last.'),
        first_line: z.int().min(1).optional().describe('First line of a range; default: line.'),
        text: z.string().trim().min(1).max(2_000).describe('Markdown: what is wrong, and why.'),
        replacement: z
          .string()
          .max(8_000)
          .optional()
          .describe('What the lines should say instead, complete. Empty to delete them.'),
      }),
    )
    .max(mostRemarks),
});

const record = z.object({ comments: z.array(reviewCommentSchema) });

/** Ends the conversation. Comments that do not hold are returned once; then the others are taken without them. */
export function createReviewTool(proof: Proof, transcript: readonly TranscriptEntry[]): AgentTool {
  let wasReturned = transcript.some(
    (entry) => entry.role === 'tool' && entry.results.some((result) => result.record?.['misfits'] === true),
  );
  return defineTool({
    name: 'review',
    description: 'Ends the review with these comments, which the author of the pull request gets. Call it once, last.',
    input,
    describe: ({ comments }) => `${comments.length} comments`,
    async run({ comments }): Promise<ToolOutcome> {
      const proven: ReviewComment[] = [];
      const misfits: string[] = [];
      for (const { path, line, first_line: firstLine = line, text, replacement = null } of comments) {
        const remark = await proveRemark({ path, firstLine, lastLine: line, text, replacement }, proof);
        if (typeof remark === 'string') misfits.push(remark);
        else proven.push({ path, firstLine, lastLine: line, text, replacement: remark.replacement });
      }
      if (misfits.length > 0 && !wasReturned) {
        wasReturned = true;
        const text = `Not posted yet: ${misfits.length} of your comments cannot be.\n${misfits.map((each) => `- ${each}`).join('\n')}\nCall review again with all comments that you want, corrected.`;
        return { failed: true, text, record: { misfits: true } };
      }
      return {
        text: `Taken: ${proven.length} comments.`,
        record: { comments: proven } satisfies z.infer<typeof record>,
        effect: { kind: 'finish', title: 'Review', summary: 'Done.', noChange: 'answered' },
      };
    },
  });
}

/** The comments that the conversation ended with; undefined if it did not end with the tool. */
export function commentsOf(transcript: readonly TranscriptEntry[]): ReviewComment[] | undefined {
  const results = transcript.flatMap((entry) => (entry.role === 'tool' ? entry.results : []));
  const ending = results.findLast(({ tool, failed }) => tool === 'review' && !failed);
  return record.safeParse(ending?.record).data?.comments;
}
