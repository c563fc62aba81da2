import type { Dialect } from './pages/page-facts.ts';
import { extensionOf } from './site/paths.ts';

/**
 * How to read a file whose site is not known: by its extension, and lenient where frameworks differ. Undefined for what
 * is no page.
 */
export function dialectOfFile(path: string): Dialect | undefined {
  const extension = extensionOf(path);
  if (extension === '.mdx') {
    return { syntax: 'mdx', indentedCode: true, headingId: 'braces', masks: ['math', 'directive-attributes'] };
  }
  return extension === '.md' ? { syntax: 'markdown', indentedCode: true, headingId: 'braces', masks: [] } : undefined;
}
