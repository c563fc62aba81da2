/** Plugins that change neither which pages a site has nor their links and anchors, by framework. Any other may do so. */

/** https://docusaurus.io/community/resources#community-plugins */
export const docusaurusPlugins =
  /plugin-(?:content-|client-redirects|google|sitemap|ideal-image|pwa|debug|css|svgr|vercel|rsdoctor|sass|less|matomo|fathom|plausible|posthog|segment|hotjar|umami|clarity|goatcounter|image-zoom|zooming|dotenv|copy-page|drawio|llms|node-polyfill|typesense|algolia|lunr)|theme-|search|tailwind|webpack|analytics|hubspot|remote-mermaid|postcss|polyfill|llms|posthog|dotenv|astroturf|module-alias|gtm-|orama|lightbox|^ideal-image$/u;

/** https://github.com/mkdocs/catalog */
export const mkdocsPlugins: ReadonlySet<string> = new Set(
  `search tags social privacy offline meta optimize typeset info blog rss minify macros redirects glightbox lightbox mermaid2 exclude
  exclude-search awesome-pages awesome-nav literate-nav section-index open-in-new-tab include-markdown include_dir_to_nav autorefs
  mkdocstrings table-reader markdownextradata markdown-extra panzoom charts kroki plantuml build_plantuml plantuml_markdown puml drawio
  drawio-exporter drawio_file d2 swagger-ui-tag swagger_ui_tag callouts codeinclude print-site pdf-export pdf-with-js with-pdf to-pdf
  mkdocs-to-pdf exporter htmlproofer linkcheck img2fig img2figv2 caption image-captions mkdocs-video video tooltips statcounter gtag
  meta-descriptions meta-manager document-dates timeago encryptcontent badges site-urls llmstxt llmstxt-md copy-to-llm spellcheck bibtex
  mkdocs-jupyter mike termynal asciinema-player ezglossary swagger-ui resize-images quiz i18n techdocs-core open-graph markmap
  custom-attributes thumbnails extra-sass nav-enhancements no-sitemap tracking coverage categories graph`.split(/\s+/u),
);
/** Plugins that write pages. */
export const mkdocsWriters =
  /^(?:gen-files|api-autonav|autoapi|mkdoxy|multirepo|monorepo|gallery|typedoc|versioning|build_plugin|simple_hooks)$/u;
/** Extensions of Python-Markdown that leave the anchors of headings to `toc`. https://python-markdown.github.io/extensions/ */
export const mkdocsExtensions =
  /^(?:markdown\.extensions\.|pymdownx\.|material\.extensions\.|neoteroi\.|zensical\.)|^(?:abbr|admonition|attr_list|callouts|codehilite|def_list|extra|fenced_code|footnotes|full_yaml_metadata|github-callouts|legacy_attrs|legacy_em|md_in_html|mdx_\w+|meta|nl2br|sane_lists|smarty|tables|toc|wikilinks|markdown_[\w.]+|plantuml_markdown|pyembed\.markdown|fontawesome_markdown|markdown-callouts|mkdocs-click|mkdocs_graphviz|termynal|xmlxslt|sourcecode|customblocks)$/u;

/** https://astro.build/integrations/ */
export const astroIntegrations =
  /^(?:starlight|mdx|react|preact|vue|svelte|solid(?:Js)?|lit|alpine(?:js)?|sitemap|tailwind(?:css)?|partytown|icon|pagefind|markdoc|db|node|vercel|netlify|cloudflare|astroExpressiveCode|(?:astro)?(?:robots|compress|expressiveCode|mermaid|favicons?|autoImport|d2|og|opengraph|purgecss|unocss|llms|brokenLinks|linkValidator|sentry|posthog|umami|matomo|spotlight|playform|metaTags|webmanifest)\w*)$/iu;
/** https://starlight.astro.build/resources/plugins/ */
export const starlightPlugins =
  /theme|^(?:starlight)?(?:catppuccin|ion|black|nova|flexoki|gruvbox|linksValidator|imageZoom|sidebarTopics|sidebarSwipe|autoSidebar|autoDrafts|headingBadges|kbd|docSearch\w*|algolia\w*|typesense\w*|siteGraph|giscus|scrollToTop|packageManagers|showcases|utils|versions|viewModes|fullViewMode|markdownBlocks|llmsTxt|contributorList|github\w*|coolerCredit|progressIndicator|plausible|announcement|uiTweaks|copyButton|pageActions|contextualMenu|telescope|codeblockFullscreen|heading\w*|tooltips?|videos|links?)(?:Plugin)?$/iu;
/** Extensions of Sphinx that define targets, and those that generate pages. */
export const sphinxTargetMakers =
  /autodoc|autodoc2|autoapi|autosummary|autosectionlabel|gallery|bibtex|breathe|click|argparse|sphinxarg/u;
export const sphinxPageMakers = /autodoc2|autoapi|autosummary|gallery|apidoc|exhale|ablog/u;
/** Extensions of Sphinx that define no targets. */
export const sphinxExtensions =
  /^(?:sphinx\.ext\.(?!autodoc|autosummary|apidoc)\w+|myst_parser|recommonmark|sphinx_(?:copybutton|design|tabs|panels|inline_tabs|togglebutton|rtd_theme|sitemap|reredirects|favicon|last_updated_by_git|prompt|substitution_extensions|issues)|sphinxext\.(?:opengraph|rediraffe)|notfound\.extension|hoverxref\.extension|sphinxcontrib\.(?:mermaid|plantuml|spelling|jquery|youtube|images|httpdomain|programoutput|svg2pdfconverter|inkscapeconverter)|sphinxemoji\.sphinxemoji|[\w.]*theme[\w.]*)$/u;

/** Extensions of Antora and Asciidoctor that add no page and no anchor that is like that of a heading. */
export const antoraExtensions =
  /^(?:@antora\/(?:lunr|collector|pdf|atlas)-extension|@asciidoctor\/(?:tabs|reducer|core)|@sntke\/antora-mermaid-extension|@springio\/(?:antora-(?:extensions|xref-extension|zip-contents-collector-extension)|asciidoctor-extensions)|@djencks\/(?:asciidoctor-(?:mathjax|antora-indexer|template)|antora-(?:indexer|aggregate-collector))|@neo4j-antora\/(?:antora-(?:add-notes|modify-sitemaps|page-roles)|mark-terms|antora-unlisted-pages)|antora-(?:lunr|site-generator-lunr|shiki-extension|navigator-extension|dark-theme)|asciidoctor-(?:kroki|plantuml|emoji|color|external-callout|highlight\w*|prism-extension|katex|mathjax|chart|mermaid\w*|interdoc-reftext))(?:\/|$)/u;

/** Themes of Hugo without a template for links, so that these reach the browser as written. */
export const plainHugoThemes = /^(?:github\.com\/google\/)?docsy(?:\/dependencies)?(?:\/v\d+)?$/u;
