/**
 * Components that every Mintlify page may use without importing them.
 * https://www.mintlify.com/docs/components and https://www.mintlify.com/docs/create/reusable-snippets
 */
export const mintlifyComponents: ReadonlySet<string> = new Set(
  `Accordion AccordionGroup Badge Banner Callout Card CardGroup Check CodeBlock CodeGroup Color Color.Row Color.Item Column
  Columns Danger Error Example Expandable FileTree Frame GitHub.Repo Heading Icon Image Info Latex Link Mermaid Note Panel Param ParamField PreviewButton Prompt
  RequestExample Response ResponseExample ResponseField Snippet SnippetGroup Step Steps Tab Tabs Tile Tiles Tip Tooltip Tree
  Tree.File Tree.Folder Update View Visibility Warning ZoomImage`.split(/\s+/u),
);
