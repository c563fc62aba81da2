/** Plugins that change neither which pages there are, nor links and anchors. https://github.com/mkdocs/catalog */
const quietPlugins = new Set(
  `search tags social privacy offline meta optimize typeset info blog rss minify macros redirects glightbox lightbox
  mermaid2 exclude exclude-search awesome-pages awesome-nav literate-nav section-index open-in-new-tab include-markdown
  include_dir_to_nav autorefs mkdocstrings table-reader markdownextradata markdown-extra panzoom charts kroki plantuml
  build_plantuml plantuml_markdown puml drawio drawio-exporter drawio_file d2 swagger-ui-tag swagger_ui_tag callouts
  codeinclude print-site pdf-export pdf-with-js with-pdf to-pdf mkdocs-to-pdf exporter htmlproofer linkcheck img2fig
  img2figv2 caption image-captions mkdocs-video video tooltips statcounter gtag meta-descriptions meta-manager
  document-dates timeago encryptcontent badges site-urls llmstxt llmstxt-md copy-to-llm spellcheck bibtex mkdocs-jupyter
  mike termynal asciinema-player ezglossary ezglossary_plugin swagger-ui resize-images quiz unused_files i18n techdocs-core ultralytics open-graph mkdocs-simple-plugin
  material-plausible page-to-pdf pymdownx-material-extras markmap mkdocs-newsletter custom-attributes thumbnails
  extra-sass nav-enhancements no-sitemap-file no-sitemap tracking coverage categories network-graph-plugin graph`
    .split(/\s+/u)
    .filter((name) => name !== ''),
);

/** Extensions of Python-Markdown that leave the anchors of headings to `toc`. https://python-markdown.github.io/extensions/ */
const quietExtensions =
  /^(?:markdown\.extensions\.|pymdownx\.|material\.extensions\.|neoteroi\.|zensical\.)|^(?:abbr|admonition|attr_list|callouts|codehilite|def_list|extra|fenced_code|footnotes|full_yaml_metadata|github-callouts|legacy_attrs|legacy_em|md_in_html|mdx_(?:breakless_lists|gh_links|include|linkify|math|truly_sane_lists|unimoji)|meta|nl2br|sane_lists|smarty|tables|toc|wikilinks|markdown_(?:captions|checklist\.\w+|del_ins|fenced_code_tabs|grid_tables|include\.include|inline_graphviz|katex|mark|sub_sup|tables_extended|graphviz_inline|gfm_admonition)|plantuml_markdown|pyembed\.markdown|fontawesome_markdown|markdown-callouts|mkdocs-click|mkdocs_graphviz|termynal|xmlxslt|sourcecode|customblocks)$/u;

export function firstLoudPlugin(names: Iterable<string>): string | undefined {
  return [...names].find((name) => {
    const own = name.replace(/^.*\//u, '');
    return !quietPlugins.has(own) && !/^(?:git-|neoteroi\.)/u.test(own);
  });
}

export function firstLoudExtension(names: Iterable<string>): string | undefined {
  return [...names].find((name) => !quietExtensions.test(name));
}
