import { z } from '@hono/zod-openapi';

/** What maintainers tell the agent in the repository itself, as it stands on the base branch now. */
export const agentInstructionsSchema = z
  .object({
    /** Where such a file is looked for, in this order; the first that is there counts. */
    paths: z.array(z.string()),
    /** Null when there is none. `text` is what the agent reads. */
    found: z.object({ path: z.string(), text: z.string() }).nullable(),
    baseBranch: z.string(),
    /** Page of the code host to write or change the file on; null where the host has no such page. */
    editUrl: z.string().nullable(),
  })
  .openapi('AgentInstructions');
export type AgentInstructions = z.infer<typeof agentInstructionsSchema>;

/** What the repository of a project tells the agent. Throws an AppError when it cannot be reached. */
export type ReadInstructions = (projectId: string) => Promise<AgentInstructions>;
