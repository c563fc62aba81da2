/** Where a link leads as the framework would route it. */
export type LinkTarget =
  | {
      readonly kind: 'page';
      readonly path: string;
      readonly anchor: string | undefined;
      readonly redirected?: string;
      readonly others?: readonly string[];
    }
  | { readonly kind: 'file'; readonly path: string }
  | { readonly kind: 'unjudged' }
  | { readonly kind: 'malformed' }
  /** `looked` is the path or route that was looked for. */
  | { readonly kind: 'missing'; readonly looked: string };
