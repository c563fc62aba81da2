import { useQuery } from '@tanstack/react-query';
import { answerOf, dashboardApi } from '../api/clients.ts';
import { CopyButton } from '../parts/copy-button.tsx';
import { Loaded } from '../parts/loaded.tsx';
import { serverQuery, type Project } from '../projects/projects.ts';

const starter = `# Instructions for the docs agent

- Write for developers who have not used the product before.
- Say "sign in", not "log in".
- Every code sample runs as it stands.
`;

/** The instructions file of the repository, as the agent reads it; it is changed there, like any other file. */
export function AgentInstructions({ project }: { project: Project }) {
  const server = useQuery(serverQuery);
  const codeHost = server.data?.codeHosts.find(({ kind }) => kind === project.codeHost);
  const query = useQuery({
    queryKey: ['instructions', project.id, project.repositoryUrl, project.baseBranch],
    queryFn: () =>
      answerOf(
        dashboardApi.GET('/api/dashboard/projects/{projectId}/instructions', {
          params: { path: { projectId: project.id } },
        }),
      ),
    // Each look fetches the repository.
    staleTime: 60_000,
  });
  return (
    <section id="instructions" className="card stack settings-group" aria-labelledby="instructions-title">
      <div>
        <h2 id="instructions-title">Agent instructions</h2>
        <p className="muted small">
          The agent reads this file before it starts. It uses the version on the base branch, so a change under review
          cannot instruct the agent.
        </p>
      </div>
      <Loaded query={query} rows={3}>
        {({ found, paths, baseBranch, editUrl }) => (
          <>
            {found === null ? (
              <>
                <p>
                  No instructions file on <code>{baseBranch}</code>. Add <code>AGENTS.md</code> with what you would tell
                  a new writer. For example:
                </p>
                <InstructionText label="Example" text={starter} />
              </>
            ) : (
              <>
                <p>
                  <code>{found.path}</code> on <code>{baseBranch}</code>:
                </p>
                <InstructionText label="File content" text={found.text} />
              </>
            )}
            <div className="row">
              {editUrl !== null && (
                <a className="button" href={editUrl} target="_blank" rel="noreferrer">
                  {found === null ? 'Create it' : 'Edit it'} on {codeHost?.label ?? 'the code host'}
                </a>
              )}
              {found === null && <CopyButton text={starter} label="Copy example" />}
            </div>
            <p className="muted small">
              {editUrl === null && 'Edit it in a clone of the repository and push. '}
              The agent uses the first of these files that exists: {paths.join(', ')}.
            </p>
          </>
        )}
      </Loaded>
    </section>
  );
}

/** As text and not rendered: the agent reads comments and markup too, so a person must see them. */
function InstructionText({ label, text }: { label: string; text: string }) {
  return (
    <pre className="code-block scrollable" role="region" aria-label={label} tabIndex={0} dir="auto">
      {text}
    </pre>
  );
}
