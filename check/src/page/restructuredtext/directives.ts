/** What is shown as it stands, or is data of a program. */
const verbatim = new Set(
  [
    'code code-block sourcecode highlight literalinclude parsed-literal raw math graphviz digraph graph mermaid uml plantuml',
    'productionlist doctest testcode testoutput testsetup testcleanup ipython plot prompt code-cell command-output',
    'program-output autosummary index meta role default-role jinja tabularcolumns sectionauthor moduleauthor codeauthor',
    'module currentmodule program unicode date title contents sectnum header footer rst-class image toctree include',
    'csv-table mdinclude bibliography click argparse openapi http:example jupyter-execute ipython3 console shell terminal altair-plot',
    'inheritance-diagram datatemplate youtube video asciinema exec exec_code git_changelog',
  ].flatMap((words) => words.split(' ')),
);

/** What holds text like that around it. */
const holdsText = new Set(
  [
    'attention caution danger error hint important note tip warning admonition seealso todo versionadded versionchanged',
    'versionremoved deprecated deprecated-removed topic sidebar figure table list-table container compound epigraph highlights pull-quote',
    'line-block replace only ifconfig glossary rubric centered hlist acks tabs tab group-tab code-tab tab-set tab-item',
    'grid grid-item grid-item-card card dropdown details collapse cssclass flat-table details impl-detail important-note',
    'button-ref button-link card-carousel tab-set-code availability audit-event soft-deprecated',
    'confval-menu card-grid card-group card-footer accordion accordion-item configuration-block directory-tree',
  ].flatMap((words) => words.split(' ')),
);

/** Descriptions of what programs have; more may be registered, most with a domain before their name. */
const describes =
  /:|^(?:function|method|classmethod|staticmethod|class|exception|attribute|data|decorator|property|object|describe|option|cmdoption|envvar|confval|setting|opcode|pdbcommand|type|macro|member|var|token|term|command|directive|option|templatetag|templatefilter|fieldlookup|signal|event|attr)$/u;

/** Shows what other files have, so that any name may be on the page. */
const bringsOthers =
  /^auto(?!summary)|(?:^|:)auto|^(?:include|mdinclude|raw|doxygen\w*|argparse|click|openapi|bibliography|exec\w*|jinja|datatemplate\S*|program-output|plot|ipython|highlight-push|kernel-\w+|module-output|sqla?\w*)$/u;

export interface DirectiveKind {
  readonly content: 'verbatim' | 'text' | 'unknown';
  /** True where its first lines are signatures and no text. */
  readonly describes: boolean;
  readonly bringsOthers: boolean;
}

export function kindOf(name: string): DirectiveKind {
  const isDescription = describes.test(name) && !verbatim.has(name);
  return {
    content: verbatim.has(name) ? 'verbatim' : holdsText.has(name) || isDescription ? 'text' : 'unknown',
    describes: isDescription,
    bringsOthers: bringsOthers.test(name),
  };
}
