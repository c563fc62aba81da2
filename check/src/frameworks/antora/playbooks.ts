import { parse } from 'yaml';
import { listOf, recordOf, textOf } from '../../settings/narrow.ts';
import type { FileIndex } from '../../site/file-index.ts';
import { fileNameOf } from '../../site/paths.ts';

/** What the playbooks of a repository add to Antora and Asciidoctor and is not known, by its name. */
export interface PlaybookExtensions {
  /** Of Antora: it may add pages, and change those that are there. https://docs.antora.org/antora/latest/extend/extensions/ */
  readonly ofPages: string | undefined;
  /** Of either: it may add sections and ids to pages, or change them. https://docs.antora.org/antora/latest/asciidoc/extend-asciidoc/ */
  readonly ofAnchors: string | undefined;
}

/** Extensions that add no page and no anchor that is like that of a heading. */
const quiet =
  /^(?:@antora\/(?:lunr|collector|pdf|atlas)-extension|@asciidoctor\/(?:tabs|reducer|core)|@sntke\/antora-mermaid-extension|@cerbos\/antora-llm-generator|@springio\/(?:antora-(?:extensions|xref-extension|zip-contents-collector-extension)|asciidoctor-extensions)|@djencks\/(?:asciidoctor-(?:mathjax|antora-indexer|template)|antora-(?:indexer|aggregate-collector))|@neo4j-antora\/(?:antora-(?:add-notes|modify-sitemaps|page-roles)|mark-terms|antora-unlisted-pages)|antora-(?:lunr|site-generator-lunr|shiki-extension|navigator-extension|dark-theme)|asciidoctor-(?:kroki|plantuml|emoji|color|external-callout|highlight\w*|prism-extension|katex|mathjax|chart|mermaid\w*|interdoc-reftext)|asciidoctor\.js-[\w-]*(?:kroki|emoji)[\w-]*)(?:\/|$)/u;

/** Reads every playbook: which one publishes the pages is not told. */
export async function readPlaybookExtensions(files: FileIndex): Promise<PlaybookExtensions> {
  const paths = files.paths.filter((path) => /playbook[^/]*\.ya?ml$/iu.test(fileNameOf(path)));
  const playbooks = (await Promise.all(paths.map(async (path) => (await files.readText(path)) ?? ''))).map(parsed);
  const unknownOf = (part: string): string | undefined =>
    playbooks
      .flatMap((playbook) => listOf(recordOf(playbook[part])['extensions']))
      .flatMap((extension) => textOf(extension) ?? textOf(recordOf(extension)['require']) ?? [])
      .find((name) => !quiet.test(name));
  const ofPages = unknownOf('antora');
  return { ofPages, ofAnchors: ofPages ?? unknownOf('asciidoc') };
}

function parsed(text: string): Readonly<Record<string, unknown>> {
  try {
    return recordOf(parse(text, { logLevel: 'silent' }));
  } catch {
    return {};
  }
}
