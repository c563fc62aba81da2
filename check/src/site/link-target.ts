/**
 * Where a link leads as the framework would route it; `exact` where it is known to be read so, whatever other ways of reading
 * addresses there are.
 */
export type LinkTarget =
  | {
      readonly kind: 'page';
      readonly path: string;
      readonly anchor: string | undefined;
      readonly redirected?: string;
      readonly others?: readonly string[];
      readonly exact?: true;
    }
  | { readonly kind: 'file'; readonly path: string }
  | { readonly kind: 'unjudged'; readonly exact?: true }
  | { readonly kind: 'malformed' }
  /**
   * `looked` is the path or route that was looked for. `unsure` is why something may make it right all the same, so that only most
   * of the site's other links tell whether it is broken.
   */
  | { readonly kind: 'missing'; readonly looked: string; readonly unsure?: string };
