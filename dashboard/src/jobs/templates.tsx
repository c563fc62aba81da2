/** First prompts that people often want, to be filled in and changed. */
const templates: readonly { readonly name: string; readonly prompt: string }[] = [
  {
    name: 'Write a quickstart',
    prompt:
      'Write a quickstart for [product or SDK]: install it, make the first call, and see the result, in at most five steps. Link it from the ' +
      'navigation and from the start page.',
  },
  {
    name: 'Document a change',
    prompt:
      'Document what changed in [pull request or release]. Update every page that describes the old behavior, and add an entry to the changelog ' +
      'if the docs have one.',
  },
  {
    name: 'Fix links and errors',
    prompt:
      'Check the documentation and fix what the checker reports: broken links, missing pages and invalid Markdown. Change nothing else.',
  },
  {
    name: 'Improve a page',
    prompt:
      'Improve [page]: put what readers need first, shorten sentences, and make the examples complete. Keep its facts, its headings that other ' +
      'pages link to, and its voice.',
  },
  {
    name: 'Add a troubleshooting page',
    prompt:
      'Add a troubleshooting page for [topic]: each problem with its exact message, its cause and its fix. Take the problems from [issues or ' +
      'support answers], and link the page where readers meet them.',
  },
];

/** Offers templates while nothing else was written: whatever somebody typed is never replaced. */
export function Templates({ prompt, onChoose }: { prompt: string; onChoose: (prompt: string) => void }) {
  if (prompt.trim() !== '' && templates.every((template) => template.prompt !== prompt)) return null;
  return (
    <div className="row templates" role="group" aria-label="Templates">
      <span className="muted small">Start from</span>
      {templates.map((template) => (
        <button
          key={template.name}
          type="button"
          className="button small quiet"
          aria-pressed={template.prompt === prompt}
          onClick={() => {
            onChoose(template.prompt);
          }}
        >
          {template.name}
        </button>
      ))}
    </div>
  );
}
