/**
 * Bitbucket shows HTML comments to readers. A link definition that nothing uses stays hidden, so our markers are stored as
 * such, and read back as the comments that the rest of the program knows.
 */
export function storeMarkers(markdown: string): string {
  return markdown.replace(/<!-- (docwright:[\w .:=-]{1,200}) -->/g, '[//]: # ($1)');
}

export function readMarkers(markdown: string): string {
  return markdown.replace(/\r\n/g, '\n').replace(/^\[\/\/\]: # \((docwright:[\w .:=-]{1,200})\)$/gm, '<!-- $1 -->');
}
