import type { ReadProject } from './analytics.ts';
const alwaysAi = 'assistants (ChatGPT, Claude …), coding agents and unknown clients that ask for Markdown';

/** What the numbers mean in this project, in the words that its settings give them. */
export function definitionsOf(project: ReadProject) {
  const { aiCategories, saltLife } = project.settings.analytics;
  const extra = aiCategories.map((category) => (category === 'ai_search' ? 'AI search engines' : 'training crawlers'));
  const uncountedCategories = ['ai_search', 'ai_training'].filter(
    (name) => !(aiCategories as readonly string[]).includes(name),
  );
  const notCounted = [
    ...uncountedCategories.map((name) => (name === 'ai_search' ? 'AI search engines' : 'training crawlers')),
    'search engines, previews, monitors and other bots',
  ].join(', ');
  const exactness = {
    stable: 'exactly, over the whole range',
    month: 'exactly within a month; a reader who returns in another month counts again',
    day: 'exactly within a day; a reader who returns on another day counts again',
  }[saltLife];
  return {
    total: `Distinct visitors, people and AI together, counted ${exactness}. A visitor seen as both counts once.`,
    human: 'Distinct visitors who used a browser.',
    ai: `Distinct visitors that are ${[alwaysAi, ...extra].join(', ')}. Not counted: ${notCounted}.`,
    views: 'Successful page requests, without assets and prefetches.',
  };
}
