const ownModule = /\b(?:from|import|require)\s*\(?\s*['"]\.[^'"]*['"]/gu;

/** False where a module of the repository may change pages, by its name or since the settings have plugins of remark or rehype. */
export function hasNoOwnPlugin(settings: string): boolean {
  const own = [...settings.matchAll(ownModule)].map(([module]) => module);
  const hasPlugins = /(?:remark|rehype)Plugins/u.test(settings);
  return !own.some((module) => hasPlugins || /remark|rehype|plugin|integration|markdown|link|base/iu.test(module));
}
