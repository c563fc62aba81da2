import type { Arrivals } from '../analytics/analytics.ts';
import type { Project } from '../contract/project.ts';
import type { SetUpCheck } from '../contract/set-up-check.ts';
import { AppError, remedyAt, type Entrance } from '../kernel/app-error.ts';
import { duration } from '../kernel/clock.ts';
import { counted } from '../kernel/counted.ts';
import { within } from '../kernel/within.ts';
import { ModelTimeout } from '../model/errors.ts';
import type { ResolveModel } from '../model/create-models.ts';
import type { Projects } from '../projects/projects.ts';
import type { Sandbox } from '../sandbox/sandbox.ts';
import { examineReaders } from './examine-readers.ts';

/** Longest that a person who looks at the set-up page waits for a model. */
const patience = 20 * duration.second;

/** Tries one part of a project's set-up for real, with the least that proves it; a failure is a value. */
export type TryProject = Readonly<
  Record<'repository' | 'model' | 'commands' | 'visitors', (project: Tried, entrance?: Entrance) => Promise<SetUpCheck>>
>;

/** A project, or for the server alone what stands for one that says nothing. */
type Tried = Pick<Project, 'id' | 'name' | 'model'> & { readonly settings: Pick<Project['settings'], 'contextTokens'> };

export function createTryProject({
  projects,
  resolveModel,
  sandbox,
  readArrivals,
}: {
  projects: Pick<Projects, 'tryRepository'>;
  resolveModel: ResolveModel;
  sandbox: Pick<Sandbox, 'requireAvailable'>;
  readArrivals: Arrivals['read'];
}): TryProject {
  return {
    repository: (project, entrance) =>
      attempt(entrance, async () => {
        const facts = await projects.tryRepository(project.id);
        return {
          message: 'Docwright can read the repository, push to it and open pull requests.',
          facts: [
            { name: 'Repository', value: facts.webUrl },
            { name: 'Base branch', value: facts.baseBranch },
            { name: 'Pull request template', value: facts.pullRequestTemplate === undefined ? 'none' : 'found' },
          ],
        };
      }),
    model: (project, entrance) =>
      attempt(entrance, async () => {
        const model = await resolveModel(project.model ?? undefined, project);
        const { turn, contextTokens } = await within(
          patience,
          async (signal) => {
            const turn = await model.generate({
              system: 'This is a connection test.',
              tools: [],
              messages: [{ role: 'user', text: 'Answer with the single word: yes' }],
              maxOutputTokens: 64,
              signal,
            });
            return { turn, contextTokens: await model.contextTokens(signal) };
          },
          () => new ModelTimeout(model.name, patience / duration.second),
        );
        return {
          message: `${model.name} answers.`,
          facts: [
            { name: 'Model', value: model.name },
            { name: 'Context window', value: `${contextTokens.toLocaleString('en')} tokens` },
            { name: 'Tokens used', value: String(turn.usage.inputTokens + turn.usage.outputTokens) },
          ],
        };
      }),
    commands: (_, entrance) =>
      attempt(entrance, async () => {
        await sandbox.requireAvailable();
        return { message: 'The commands of this project can run.', facts: [] };
      }),
    async visitors(project) {
      const arrived = await readArrivals(project.id);
      const problem = examineReaders(arrived);
      const { counts = {} } = arrived.ignoredFields ?? {};
      return {
        ok: problem === undefined,
        message: problem?.message ?? 'Nothing suggests that readers cannot be told apart.',
        remedy: problem?.remedy ?? null,
        facts: Object.entries(counts).map(([name, count]) => ({
          name: 'Ignored field of events',
          value: `${name} (${counted(count, 'event')})`,
        })),
      };
    },
  };
}

async function attempt(
  entrance: Entrance = 'setUp',
  work: () => Promise<Pick<SetUpCheck, 'message' | 'facts'>>,
): Promise<SetUpCheck> {
  try {
    return { ok: true, remedy: null, ...(await work()) };
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return { ok: false, message: error.message, remedy: remedyAt(entrance, error.facts), facts: [] };
  }
}
